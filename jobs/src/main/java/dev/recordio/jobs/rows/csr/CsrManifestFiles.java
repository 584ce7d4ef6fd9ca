// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import dev.recordio.fs.row.ColumnFile;
import dev.recordio.jobs.commit.OutputManifest;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.job.Reports;
import dev.recordio.jobs.rows.InputFindings;
import dev.recordio.jobs.rows.JobSegments;
import dev.recordio.jobs.rows.LabelCounts;
import dev.recordio.jobs.rows.SegmentTable;
import dev.recordio.jobs.rows.SideFiles;
import dev.recordio.jobs.rows.SourceFile;
import dev.recordio.jobs.rows.shard.CsrConf;
import dev.recordio.jobs.rows.shard.CsrSettings;
import dev.recordio.jobs.rows.shard.CsrTask;
import dev.recordio.jobs.rows.shard.JobColumns;
import dev.recordio.jobs.rows.shard.Layout;
import dev.recordio.jobs.rows.shard.SegmentResult;
import dev.recordio.jobs.rows.shard.ShardResult;
import dev.recordio.jobs.rows.shard.ShardWriter;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.sparse.CsrSource;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.layout.ShardShape;
import dev.recordio.sparse.text.CsvColumns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes {@code _csr.json} when a csr job commits: puts the results of segments together, in order,
 * and checks that they are consistent.
 */
final class CsrManifestFiles implements OutputManifest {
  private static final String LEFT_OUT = "recordio.csr.gather.left-out";

  private Configuration conf;
  private CsrSettings settings;
  private CsrTask task;
  private SegmentTable segments;
  private InputFindings findings;
  private final List<ShardResult> shards = new ArrayList<>();
  private final LabelCounts labels = new LabelCounts();

  /** Passes to a job how many lines were left out before it. */
  static void passLeftOut(Configuration conf, long lines) {
    conf.setLong(LEFT_OUT, lines);
  }

  /**
   * Reads the results.
   *
   * @throws dev.recordio.bytes.MalformedRecordException in strict mode, when rows of several
   *     segments are not alike; and when an input file has changed since it was listed
   * @throws BadInputException when only some shards have weights, or query ids
   */
  @Override
  public void read(Configuration job, FileSystem fs, Path tasks) throws IOException {
    conf = job;
    settings = CsrSettings.of(conf);
    boolean gathers = CsrConf.gathers(conf); // then places in scratch files mean nothing
    task = CsrTask.read(conf);
    segments = JobSegments.all(conf);
    findings = new InputFindings(settings.text(), 0);
    for (SegmentResult result : Reports.<SegmentResult>committed(conf, tasks)) {
      findings.add(gathers ? result.findings().withoutDoubts() : result.findings());
      labels.add(result.labels());
      shards.addAll(result.shards());
    }
    boolean renumbered = JobColumns.exist(conf);
    findings.checkTotals(
        renumbered ? 0 : shards.stream().mapToLong(ShardResult::ownColumns).max().orElse(0), 0);
    segments.requireUnchanged(conf);
    checkAlike(ParseRule.MIXED_WEIGHTS, ShardResult::hasWeight);
    checkAlike(ParseRule.MIXED_QIDS, ShardResult::hasQid);
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

  @Override
  public void write(Configuration job, FileSystem fs, Path output) throws IOException {
    long columns = task.columns();
    if (!task.knowsColumns()) { // then their files have their own numbers
      long own = shards.stream().mapToLong(ShardResult::ownColumns).max().orElse(0);
      long said = Math.max(findings.traits().columns(), findings.traits().droppedColumns());
      columns = Math.max(own, said);
      new ColumnsStamp(columns)
          .put((LocalFileSystem) fs, output, shards); // see CsrJob.countsColumns
    }
    if (shards.isEmpty()) { // loaders find at least one
      var writer = new ShardWriter(conf, settings, task, output);
      String stem = ShardResult.stem(segments.count(), 0, 0);
      shards.add(writer.write(stem, CsrSource.of(), new ShardShape(), null, false));
    }
    CsvColumns names = settings.text().columns();
    if (names != null && FeatureNames.has(columns)) {
      FeatureNames.write(fs, output, names, columns, JobColumns.of(conf));
    }
    JobColumns.copy(conf, fs, output);
    JsonFiles.write(fs, new Path(output, CsrManifest.NAME), manifest(columns));
  }

  private CsrManifest manifest(long columns) throws IOException {
    var listed = new ArrayList<CsrManifest.Shard>();
    long rows = 0;
    for (ShardResult shard : shards) {
      listed.add(listed(shard, rows));
      rows += shard.rows();
    }
    List<String> notes = findings.notes();
    long leftOut = conf.getLong(LEFT_OUT, 0);
    if (leftOut > 0) {
      findings.broken().merge(ParseRule.BAD_LABEL.title(), leftOut, Long::sum);
    }
    return new CsrManifest(
        rows,
        columns,
        JobColumns.exist(conf) ? ColumnFile.NAME : null,
        shards.stream().mapToLong(ShardResult::nnz).sum(),
        task.indexBase(),
        task.indexBaseReason(),
        settings.text().format(),
        settings.text().mode().name().toLowerCase(Locale.ROOT),
        settings.layout().toString(),
        settings.layout() == Layout.ROWBLOCK ? "u" + 8 * settings.indexType().width() : null,
        labels,
        settings.text().hasLabelSets() ? Long.valueOf(settings.text().labelColumns()) : null,
        shards.stream().anyMatch(ShardResult::hasWeight),
        shards.stream().anyMatch(ShardResult::hasQid),
        CsrManifest.Names.of(settings.text().columns()),
        listed,
        sources(),
        task.fingerprint(),
        findings.broken(),
        notes.isEmpty() ? null : notes);
  }

  /** Returns the files that rows are from: where they were sorted first, others than were read. */
  private List<SourceFile> sources() throws IOException {
    if (CsrConf.gathers(conf) && task.fingerprint() != null) {
      String files = task.fingerprint().path("sources").toString();
      return List.of(JsonFiles.ofLine(files, SourceFile[].class));
    }
    var sources = new ArrayList<>(segments.files());
    sources.addAll(SideFiles.find(conf, segments.files()).files());
    return sources.stream().map(SourceFile::of).toList();
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

  @Override
  public List<String> names() {
    var names = new ArrayList<String>(List.of(CsrManifest.NAME, FeatureNames.NAME));
    if (JobColumns.exist(conf)) {
      names.add(ColumnFile.NAME);
    }
    for (ShardResult shard : shards) {
      names.add(shard.file());
      shard.vectors().keySet().forEach(suffix -> names.add(shard.stem() + suffix));
    }
    return names;
  }
}
