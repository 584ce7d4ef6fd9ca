// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.jobs.rows.InputFindings;
import dev.recordio.jobs.rows.JobSegments;
import dev.recordio.jobs.rows.LabelCounts;
import dev.recordio.jobs.rows.ListedFiles;
import dev.recordio.jobs.rows.SegmentTable;
import dev.recordio.jobs.rows.SideFiles;
import dev.recordio.jobs.rows.SourceFile;
import dev.recordio.jobs.rows.shard.CsrSettings;
import dev.recordio.jobs.rows.shard.CsrTask;
import dev.recordio.jobs.rows.shard.Layout;
import dev.recordio.jobs.rows.shard.SegmentResult;
import dev.recordio.jobs.rows.shard.ShardResult;
import dev.recordio.jobs.rows.shard.ShardWriter;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.layout.ShardShape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Combines the results of segments, in order, and checks that they are consistent. */
final class ManifestBuilder {
  private final Configuration conf;
  private final CsrSettings settings;
  private final CsrTask task;
  private final SegmentTable segments;
  private final List<ShardResult> shards = new ArrayList<>();
  private final LabelCounts labels = new LabelCounts();
  private final InputFindings findings;

  ManifestBuilder(Configuration conf) throws IOException {
    this.conf = conf;
    settings = CsrSettings.of(conf);
    task = CsrTask.read(conf);
    segments = JobSegments.all(conf);
    findings = new InputFindings(settings.text(), 0);
  }

  /** Returns the shards so far, in order; the list may be changed. */
  List<ShardResult> shards() {
    return shards;
  }

  /** Whether the number of columns was known before the shards were written. */
  boolean knowsColumns() {
    return task.knowsColumns();
  }

  /**
   * Adds the next segment.
   *
   * @throws MalformedRecordException in strict mode, when its rows differ from those before
   */
  void add(SegmentResult result) throws MalformedRecordException {
    findings.add(result.findings());
    labels.add(result.labels());
    shards.addAll(result.shards());
  }

  /**
   * Checks that shards are consistent, after all segments were added.
   *
   * @throws BadInputException when only some shards have weights, or query ids
   * @throws MalformedRecordException when an input file has changed since it was listed
   */
  void check() throws IOException {
    ListedFiles.requireUnchanged(conf, segments.files());
    checkAlike(ParseRule.MIXED_WEIGHTS, ShardResult::hasWeight);
    checkAlike(ParseRule.MIXED_QIDS, ShardResult::hasQid);
  }

  /** Writes a shard without rows, so that loaders find at least one. */
  void addEmptyShard(Path folder) throws IOException {
    var writer = new ShardWriter(conf, settings, task, folder);
    String stem = ShardResult.stem(segments.count(), 0, 0);
    shards.add(writer.write(stem, CsrSource.of(), new ShardShape(), null, false));
  }

  /**
   * Returns the columns of all shards; without {@link #knowsColumns} their files have their own
   * numbers.
   */
  long columns() {
    long ownColumns = shards.stream().mapToLong(ShardResult::ownColumns).max().orElse(0);
    return knowsColumns() ? task.columns() : Math.max(ownColumns, findings.traits().columns());
  }

  /** Returns the manifest. */
  CsrManifest build() throws IOException {
    var listed = new ArrayList<CsrManifest.Shard>();
    long rows = 0;
    for (ShardResult shard : shards) {
      listed.add(listed(shard, rows));
      rows += shard.rows();
    }
    List<String> notes = findings.notes();
    return new CsrManifest(
        rows,
        columns(),
        shards.stream().mapToLong(ShardResult::nnz).sum(),
        task.indexBase(),
        task.indexBaseReason(),
        settings.text().format(),
        settings.text().mode().name().toLowerCase(Locale.ROOT),
        settings.layout().toString(),
        settings.layout() == Layout.ROWBLOCK ? "u" + 8 * settings.indexType().width() : null,
        labels,
        shards.stream().anyMatch(ShardResult::hasWeight),
        shards.stream().anyMatch(ShardResult::hasQid),
        listed,
        sources(),
        task.fingerprint(),
        findings.broken(),
        notes.isEmpty() ? null : notes);
  }

  /** A task fills in differing rows, as lenient mode does, only if it knows of the others. */
  private void checkAlike(ParseRule rule, Predicate<ShardResult> has) throws BadInputException {
    if (shards.stream().anyMatch(has) && !shards.stream().allMatch(has)) {
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

  private static CsrManifest.Shard listed(ShardResult shard, long firstRow) {
    var sizes = new TreeMap<String, Long>();
    shard.vectors().forEach((end, size) -> sizes.put(shard.stem() + end, size));
    return new CsrManifest.Shard(
        shard.file(),
        shard.rows(),
        firstRow,
        shard.nnz(),
        shard.minIndex(),
        shard.maxIndex(),
        shard.bytes(),
        String.format("%08x", shard.crc32c()),
        sizes);
  }
}
