// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.job.Plan;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.run.local.LocalSettings;
import dev.recordio.jobs.run.split.ListedSplit;
import dev.recordio.jobs.run.split.SplitGroup;
import java.io.Closeable;
import java.io.DataInput;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.util.ReflectionUtils;

/** A job that verifies files of records: many tasks read a large file, each a range of it. */
public final class VerifyJob implements Closeable {
  private static final long LOCAL_RANGE = 256 << 20;
  private static final String VISITOR = "recordio.verify.visitor";

  private final UnitJob<ListedSplit, RangeReport> job;
  private List<FileStatus> files;

  /**
   * Lists the files and prepares the job.
   *
   * @param conf a configuration, which is copied
   * @param inputs files of records, folders and globs
   * @throws FileNotFoundException when an input is missing or there is no file
   */
  public VerifyJob(Configuration conf, List<Path> inputs) throws IOException, InterruptedException {
    job = UnitJob.prepare(conf, VerifyTask.class, own -> prepare(own, inputs));
  }

  private void prepare(UnitJob<ListedSplit, RangeReport> own, List<Path> inputs)
      throws IOException, InterruptedException {
    own.use(inputs);
    files = distinct(InputListing.listWithEmpty(own.conf(), inputs, null));
    if (files.isEmpty()) {
      throw new FileNotFoundException("nothing to verify: the input has no files");
    }
    own.plan(
        Plan.splits(
            own.newPlan(),
            SplitGroup.of(splits(own.job()), FileInputFormat.getMaxSplitSize(own.job()))));
  }

  private static List<FileStatus> distinct(List<FileStatus> listed) {
    Map<Path, FileStatus> distinct = new LinkedHashMap<>();
    listed.forEach(file -> distinct.put(file.getPath(), file));
    return new ArrayList<>(distinct.values());
  }

  /** Cuts the files: each has at least one split, an empty one too. */
  private List<ListedSplit> splits(Job own) throws IOException {
    Configuration conf = own.getConfiguration();
    var ranges = new ArrayList<InputRange>();
    for (FileStatus file : files) {
      if (file.getLen() == 0) {
        ranges.add(new InputRange(file.getPath(), 0, 0));
      }
    }
    Predicate<Path> splittable =
        VerifyConf.ROWS.getBoolean(conf)
            ? RowInputs.splittable(conf, TextSettings.of(conf))
            : SplitPlanner.uncompressed(conf);
    long maxSize = FileInputFormat.getMaxSplitSize(own);
    long minSize =
        Math.max(FileInputFormat.getMinSplitSize(own), Math.min(maxSize, leastRange(conf)));
    ranges.addAll(new SplitPlanner(conf, minSize, maxSize, splittable).plan(files));
    return ListedSplit.of(ranges, files);
  }

  /**
   * Returns the least bytes of a range: on this machine alone ranges need not be a block each, and
   * few are read faster than many if each thread has some.
   */
  private long leastRange(Configuration conf) {
    if (!LocalSettings.isLocal(conf)) {
      return 1;
    }
    return Math.max(1, Math.min(LOCAL_RANGE, bytes() / (4L * LocalSettings.threads(conf))));
  }

  /** Returns the bytes of all files. */
  public long bytes() {
    return InputListing.bytes(files);
  }

  /** Returns the job, not yet submitted. */
  public Job job() {
    return job.job();
  }

  /** Returns the files that the job verifies, each once, in the order of the input. */
  public List<FileStatus> files() {
    return files;
  }

  /**
   * Takes each record that the job reads, so that one pass over the input is enough for both. There
   * is one for each range of a file; a class of them has a constructor without parameters.
   */
  public interface Visitor {
    /** Begins a range, before its records. */
    void begin(Configuration conf, InputRange range) throws IOException;

    /** Takes the record that {@code reader} is at. */
    void visit(RecordRangeReader reader) throws IOException;

    /** Returns what the job's client gets, after the last record. */
    Writable result();
  }

  /** Has the records visited as they are verified. */
  public void visit(Class<? extends Visitor> visitor) {
    job.conf().setClass(VISITOR, visitor, Visitor.class);
  }

  /** Returns a visitor of the records of a range; null when the job has none. */
  static Visitor newVisitor(Configuration conf) {
    Class<? extends Visitor> type = conf.getClass(VISITOR, null, Visitor.class);
    return type == null ? null : ReflectionUtils.newInstance(type, conf);
  }

  /** Takes what a visitor returned of a range. */
  @FunctionalInterface
  public interface Visited {
    /**
     * Takes the result of a range.
     *
     * @param file the file
     * @param start where the range begins
     * @param result what {@link Visitor#result} wrote
     */
    void take(String file, long start, DataInput result) throws IOException;
  }

  /**
   * Returns the state of each file, after the job has succeeded, and passes on what its visitors
   * returned, of one range after the other, in the order of the tasks.
   */
  public List<FileHealth> health(Visited visited) throws IOException {
    var health = new ArrayList<FileHealth>();
    reports(visited).forEach((file, ranges) -> health.add(FileHealth.of(file, ranges)));
    return health;
  }

  /**
   * Returns the sound records of each file, after the job has succeeded.
   *
   * @param checksums whether the checksums of indexes were compared
   * @param asked whether records with other checksums are not wanted
   */
  public Map<String, FileRuns> runs(boolean checksums, boolean asked) throws IOException {
    Predicate<Path> seekable = SplitPlanner.uncompressed(job.conf());
    Map<String, FileRuns> files = new LinkedHashMap<>();
    reports()
        .forEach(
            (file, ranges) ->
                files.put(
                    file, new FileRuns(ranges, checksums, asked, seekable.test(new Path(file)))));
    return files;
  }

  /** Returns what tasks reported of each file, its ranges in order. */
  Map<String, List<RangeReport>> reports() throws IOException {
    return reports((file, start, result) -> {});
  }

  private Map<String, List<RangeReport>> reports(Visited visited) throws IOException {
    Map<String, List<RangeReport>> reports = new LinkedHashMap<>();
    files.forEach(file -> reports.put(file.getPath().toString(), new ArrayList<>()));
    job.reports(
        (number, report) -> {
          if (report.visited.length > 0) {
            var result = new DataInputBuffer();
            result.reset(report.visited, report.visited.length);
            visited.take(report.file, report.start, result);
            report.visited = new byte[0];
          }
          reports.get(report.file).add(report);
        });
    reports.values().forEach(list -> list.sort(Comparator.comparingLong(range -> range.start)));
    return reports;
  }

  /** Removes the job's scratch folder. */
  @Override
  public void close() throws IOException {
    job.close();
  }
}
