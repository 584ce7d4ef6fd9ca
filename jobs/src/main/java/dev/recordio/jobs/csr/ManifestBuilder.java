// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr;

import dev.recordio.jobs.run.BadInputException;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.RowTraits;
import dev.recordio.wire.MalformedRecordException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Puts the results of segments together, in their order, and checks that they fit each other. */
final class ManifestBuilder {
  private final Configuration conf;
  private final CsrSettings settings;
  private final CsrTask task;
  private final Segments segments;
  private final List<CsrManifest.Shard> shards = new ArrayList<>();
  private final Map<String, Long> malformed = new TreeMap<>();
  private final LabelCounts labels = new LabelCounts();
  private final AlikeRows alike;
  private long rows;
  private long nnz;
  private boolean hasWeight;
  private boolean hasQid;
  private boolean lacksWeight;
  private boolean lacksQid;

  ManifestBuilder(Configuration conf) throws IOException {
    this.conf = conf;
    settings = CsrSettings.of(conf);
    task = CsrTask.read(conf);
    segments = SegmentInputFormat.segments(conf);
    alike = new AlikeRows(settings.text().mode());
  }

  /** Returns the number of segments. */
  int segments() {
    return segments.count();
  }

  /** Returns what the files of the next shard are called. */
  String nextStem() {
    return CsrTask.finalStem(shards.size());
  }

  /** Whether there is no shard. */
  boolean isEmpty() {
    return shards.isEmpty();
  }

  /** Returns the shards so far. */
  List<CsrManifest.Shard> shards() {
    return List.copyOf(shards);
  }

  /** Adds the next shard. */
  void add(ShardResult shard) {
    String stem = nextStem();
    var vectors = new TreeMap<String, Long>();
    shard.vectors().forEach((suffix, bytes) -> vectors.put(stem + suffix, bytes));
    shards.add(
        new CsrManifest.Shard(
            stem + shard.suffix(),
            shard.rows(),
            rows,
            shard.nnz(),
            shard.minIndex(),
            shard.maxIndex(),
            shard.bytes(),
            String.format("%08x", shard.crc32c()),
            vectors));
    rows += shard.rows();
    nnz += shard.nnz();
    hasWeight |= shard.hasWeight();
    hasQid |= shard.hasQid();
    lacksWeight |= !shard.hasWeight();
    lacksQid |= !shard.hasQid();
  }

  /**
   * Adds what else a segment has, behind its shards.
   *
   * @throws MalformedRecordException in strict mode, when its rows differ from those before
   */
  void add(SegmentResult result) throws MalformedRecordException {
    alike.add(RowTraits.ofCounts(result.traits()), result.path(), result.offset());
    labels.add(result.labels());
    result.malformed().forEach((rule, count) -> malformed.merge(rule, count, Long::sum));
  }

  /** Writes a shard without rows: what loads a folder finds at least one. */
  void addEmptyShard(Path folder) throws IOException {
    var writer = new ShardWriter(conf, settings, task, folder);
    add(writer.write(nextStem(), CsrSource.of(), null, false));
  }

  /** Returns the columns of all shards, of which each knows its own. */
  long columns(List<SegmentResult> results) {
    return task.knowsColumns()
        ? task.columns()
        : results.stream()
            .flatMap(result -> result.shards().stream())
            .mapToLong(ShardResult::ownColumns)
            .max()
            .orElse(0);
  }

  /** Returns the manifest, when the task knows the columns. */
  CsrManifest build() throws IOException {
    return build(task.columns());
  }

  /**
   * Returns the manifest.
   *
   * @throws BadInputException when only some shards have weights, or query ids
   */
  CsrManifest build(long columns) throws IOException {
    checkAlike(ParseRule.MIXED_WEIGHTS, hasWeight && lacksWeight);
    checkAlike(ParseRule.MIXED_QIDS, hasQid && lacksQid);
    return new CsrManifest(
        rows,
        columns,
        nnz,
        task.indexBase(),
        task.indexBaseReason(),
        settings.text().format(),
        settings.text().mode().name().toLowerCase(Locale.ROOT),
        settings.layout().toString(),
        settings.layout() == Layout.ROWBLOCK ? "u" + 8 * settings.indexType().width() : null,
        labels,
        hasWeight,
        hasQid,
        shards,
        sources(),
        task.fingerprint(),
        malformed);
  }

  /**
   * What lenient mode puts into rows that differ, a task does only where it knows of the others.
   */
  private void checkAlike(ParseRule rule, boolean broken) throws BadInputException {
    if (broken) {
      throw new BadInputException(
          rule.title()
              + ": expected "
              + rule.expected()
              + ", but only some shards have them"
              + (task.knowsColumns()
                  ? "; leave out --features, so that the input is counted first and what is missing"
                      + " is filled in"
                  : ""),
          null);
    }
  }

  private List<SourceFile> sources() throws IOException {
    var files = new ArrayList<>(segments.files());
    files.addAll(SideFiles.find(conf, segments.files()).files());
    return files.stream().map(SourceFile::of).toList();
  }
}
