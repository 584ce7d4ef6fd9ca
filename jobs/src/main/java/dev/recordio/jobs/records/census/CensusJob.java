// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.jobs.job.Plan;
import dev.recordio.jobs.job.Reports;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.split.SplitGroup;
import dev.recordio.mapreduce.RangeInputFormat;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/** Counts the records of an input, as a request says. */
public final class CensusJob implements Closeable {
  private final CensusRequest request;
  private final UnitJob<NumberedSplit, CensusFile.Total> job;
  private List<FileStatus> files;
  private List<NumberedSplit> splits;
  private List<NumberedSplit> counted; // by the job
  private IndexedCensus indexed;
  private Census result;

  /**
   * Lists the input, and prepares the job.
   *
   * @param readsKeys whether the keys of the input's indexes are read
   * @throws BadInputException when the input is empty
   */
  public CensusJob(Configuration conf, CensusRequest request, List<Path> inputs, boolean readsKeys)
      throws IOException, InterruptedException {
    this.request = request;
    job =
        UnitJob.prepare(
            conf,
            request.format().census(),
            census ->
                prepare(census, inputs, readsKeys && request.format() == RecordFormat.RECORDS));
  }

  private void prepare(
      UnitJob<NumberedSplit, CensusFile.Total> census, List<Path> inputs, boolean readsKeys)
      throws IOException {
    Configuration conf = census.conf();
    RecordFormat format = request.format();
    format.configure(conf);
    RangeInputFormat<?, ?> splitter = format.splitter();
    files =
        request.listed() == null
            ? splitter.listInput(
                conf,
                census.job().getCredentials(),
                inputs.toArray(new Path[0]),
                FileInputFormat.getInputPathFilter(census.job()))
            : take(census, inputs, request.listed());
    splits = plan(census.job(), splitter, files);
    if (splits.isEmpty()) {
      throw new BadInputException("no " + format.one() + " in the input: " + inputs, null);
    }
    if (format == RecordFormat.RECORDS) {
      FaceRecords.find(conf, files, splits);
    }
    RecordCensusTask.setReadsKeys(conf, readsKeys);
    request.note().set(conf);
    if (request.wanted() != null) {
      request.wanted().pass(conf, census.scratch("wanted"));
    }
    indexed =
        DamageSettings.of(conf).failsFast()
            ? IndexedCensus.of(conf, request, files, splits)
            : IndexedCensus.none(); // an index has the damaged records, too
    counted = splits.stream().filter(split -> !indexed.has(split)).toList();
    Plan<NumberedSplit> plan = census.newPlan();
    addTasks(plan, census.job(), counted, 0);
    census.plan(plan);
  }

  /** Takes the files of records that were listed already, as {@code listInput} does. */
  private static List<FileStatus> take(
      UnitJob<NumberedSplit, CensusFile.Total> census, List<Path> inputs, List<FileStatus> listed)
      throws IOException {
    census.use(inputs);
    List<FileStatus> files = RecordInputs.checked(census.conf(), listed);
    census.conf().setLong(FileInputFormat.NUM_INPUT_FILES, files.size());
    return files;
  }

  /** Cuts the files of a job into splits, in the order of the input. */
  private static List<NumberedSplit> plan(
      Job job, RangeInputFormat<?, ?> format, List<FileStatus> files) throws IOException {
    Configuration conf = job.getConfiguration();
    RecordIOConf.INPUT_PARTS.set(conf, 0); // splits by size, of one file each
    format.checkSettings(conf);
    var splits = new ArrayList<NumberedSplit>();
    int file = -1;
    for (List<InputRange> ranges :
        format.plan(
            conf,
            files,
            FileInputFormat.getMinSplitSize(job),
            FileInputFormat.getMaxSplitSize(job),
            SplitPlanner.uncompressed(conf))) {
      InputRange range = ranges.get(0);
      file += range.start() == 0 ? 1 : 0;
      splits.add(new NumberedSplit(splits.size(), file, range, files.get(file)));
    }
    return splits;
  }

  /**
   * Adds tasks that read splits: several for small files, except when each task writes one file of
   * what it skips.
   *
   * @param taskBytes bytes of a task up to which splits of all sizes are grouped; 0: small files
   *     only
   */
  public static void addTasks(
      Plan<NumberedSplit> plan, Job job, List<NumberedSplit> splits, long taskBytes)
      throws IOException {
    List<List<NumberedSplit>> tasks =
        taskBytes > 0
            ? SplitGroup.wide(splits, taskBytes)
            : SplitGroup.of(splits, FileInputFormat.getMaxSplitSize(job));
    Plan.splits(
        plan,
        DamageSettings.of(job.getConfiguration()).quarantines() ? SplitGroup.each(splits) : tasks);
  }

  public CensusRequest request() {
    return request;
  }

  /** Whether the job has anything to read; if not, running it is optional. */
  public boolean isNeeded() {
    return !counted.isEmpty();
  }

  public Job job() {
    return job.job();
  }

  /** Returns a file or folder that exists until this is closed. */
  public Path scratch(String name) {
    return job.scratch(name);
  }

  public List<FileStatus> files() {
    return files;
  }

  /** Returns which files of the input are InsightFace sets. */
  public BitSet faceSets() {
    var sets = new BitSet();
    splits.forEach(split -> sets.set(split.file(), split.faces() != null));
    return sets;
  }

  /** Returns how many records are known from indexes, without the job. */
  public long indexedRecords() {
    return indexed.records();
  }

  /** Returns what was found, after the job. */
  public Census result() throws IOException {
    if (result == null) {
      var totals = new CensusFile.Total[splits.size()];
      if (isNeeded()) {
        job.reports((number, total) -> totals[counted.get(number).ordinal()] = total);
      }
      for (NumberedSplit split : splits) {
        if (indexed.has(split)) {
          totals[split.ordinal()] = indexed.total(split);
        }
      }
      result = new Census(job.conf(), job.scratch(Reports.FILE), splits, totals, indexed);
    }
    return result;
  }

  @Override
  public void close() throws IOException {
    job.close();
  }
}
