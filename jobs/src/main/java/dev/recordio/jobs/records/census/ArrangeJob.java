// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.fs.record.DamageSettings;
import dev.recordio.jobs.job.Plan;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.rows.RowFault;
import dev.recordio.jobs.run.JobScratch;
import dev.recordio.jobs.run.OutputClaim;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.split.SplitFile;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.jobs.shard.ShardSetting;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Two jobs that run one after the other: the census of the records, then the job that writes. Both
 * are configured by the keys {@code recordio.arrange.*} and the keys of the job.
 *
 * <p>Run {@link #census} if it is needed, then call {@link #job} and run its result, then close.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public abstract class ArrangeJob implements Closeable {
  private final RecordFormat kind;
  private final Job census;
  private final Job job;
  private final OutputClaim claim; // null for a census alone
  private final JobScratch scratch;
  private final List<NumberedSplit> splits;
  private final List<FileStatus> files;
  private List<InputSplit> censusTasks;
  private IndexedCensus indexed = IndexedCensus.none();
  private boolean prepared;
  private long filesWithoutKeys;
  private List<String> misfits = List.of();
  private List<RowFault> doubts = List.of();
  private long repeatedKeys;
  private long bytes;

  /**
   * Lists the input and prepares the census.
   *
   * @param output the folder to make; null when the census is all there is
   */
  @InterfaceAudience.Private
  public ArrangeJob(
      Configuration conf, RecordFormat kind, List<Path> inputs, Path output, CensusNote.Kind notes)
      throws IOException, InterruptedException {
    this.kind = kind;
    job = Job.getInstance(conf);
    job.setJarByClass(ArrangeJob.class);
    claim = output == null ? null : OutputClaim.takeNew(job.getConfiguration(), output, inputs);
    try {
      if (output != null) {
        ShardOutputFormat.install(job, output);
      }
      census = Job.getInstance(conf);
      census.setJarByClass(ArrangeJob.class);
      kind.configure(census.getConfiguration());
      if (kind == RecordFormat.RECORDS && SourceKeys.areWanted(conf)) {
        SourceKeys.setRead(census.getConfiguration());
      }
      files =
          kind.splitter()
              .listInput(
                  census.getConfiguration(),
                  census.getCredentials(),
                  inputs.toArray(new Path[0]),
                  FileInputFormat.getInputPathFilter(census));
      splits = NumberedInputFormat.plan(census, kind.splitter(), files);
      if (splits.isEmpty()) {
        throw new BadInputException("no " + kind.one() + " in the input: " + inputs, null);
      }
      if (kind == RecordFormat.RECORDS) {
        FaceSets.find(census.getConfiguration(), files, splits);
      }
      job.getCredentials().addAll(census.getCredentials());
      scratch = JobScratch.create(conf);
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      try (claim) {
        throw e;
      }
    }
    try {
      prepareCensus(notes);
    } catch (IOException | RuntimeException | Error e) {
      try (claim;
          scratch) {
        throw e;
      }
    }
  }

  /**
   * Leaves out of the census the files whose records are known from their indexes; none with
   * damage.
   */
  @InterfaceAudience.Private
  public final void useIndexes(IndexedCensus.Use use, WantedValues wanted) throws IOException {
    Configuration conf = census.getConfiguration();
    if (DamageSettings.of(conf).failsFast()) {
      indexed = IndexedCensus.of(conf, use, wanted, files, splits);
      setCensus("splits-without-index", withoutIndex());
    }
  }

  private List<NumberedSplit> withoutIndex() {
    return splits.stream().filter(split -> !indexed.has(split)).toList();
  }

  private void prepareCensus(CensusNote.Kind notes) throws IOException {
    ShardOutputFormat.install(census, new Path(scratch.dir(), "census"));
    notes.set(census.getConfiguration());
    setCensus("splits", splits);
  }

  /** Makes the census count the records of some splits. */
  private void setCensus(String name, List<NumberedSplit> counted) throws IOException {
    censusTasks = NumberedInputFormat.group(census, counted, 0);
    Plan<List<NumberedSplit>> plan = UnitJob.setUp(census, kind.census());
    plan.splitTasks(
        censusTasks, members -> List.of(members.stream().map(NumberedSplit.class::cast).toList()));
    plan.set(census.getConfiguration(), new Path(scratch.dir(), name));
  }

  /**
   * Makes a job read the records under the numbers that the census gave them.
   *
   * @param taskBytes what a task reads, where that is more than a split; 0: as the census
   */
  @InterfaceAudience.Private
  public final void readNumbered(Job reader, long taskBytes) throws IOException {
    reader.setInputFormatClass(NumberedInputFormat.class);
    reader.setMapOutputKeyClass(LongWritable.class);
    SplitFile.set(
        reader.getConfiguration(),
        NumberedInputFormat.group(reader, splits, taskBytes),
        new Path(scratch.dir(), "numbered"));
  }

  /**
   * Completes the job that writes, by what the census found.
   *
   * @return how many records have a kept key that an earlier one has; -1 when there are too many to
   *     check each
   */
  @InterfaceAudience.Private
  public abstract long prepare(Job writer, Census found, SourceKeys keys) throws IOException;

  /** Returns the requested number of shards. */
  @InterfaceAudience.Private
  public static ShardSetting shardsWanted(Configuration conf) {
    return ShardSetting.of(conf, ArrangeConf.SHARDS, ArrangeConf.SHARD_SIZE);
  }

  /** Returns the format of the input's records. */
  @InterfaceAudience.Private
  public final RecordFormat kind() {
    return kind;
  }

  /** Whether files of the input are InsightFace sets. */
  @InterfaceAudience.Private
  public final boolean hasFaceSets() {
    return splits.stream().anyMatch(split -> split.faces() != null);
  }

  /** Returns how many files records are copied from. */
  @InterfaceAudience.Private
  public final int sources() {
    return files.size();
  }

  /** Passes the files that records are copied from to the tasks of a job. */
  @InterfaceAudience.Private
  public final void passSources(Configuration writer) throws IOException {
    SourceTable.write(writer, files, scratch.dir());
    ClassLabel.pass(writer, splits, scratch.dir());
  }

  /** Returns the folder for files that tasks read. */
  @InterfaceAudience.Private
  public final Path scratch() {
    return scratch.dir();
  }

  /** Returns how many records are known from indexes, without a census. */
  @InterfaceAudience.Private
  public final long indexedRecords() {
    return indexed.records();
  }

  /** Whether the census has anything to read; if not, running it is optional. */
  public final boolean needsCensus() {
    return !withoutIndex().isEmpty();
  }

  /** Returns the job that counts the records, not yet submitted. */
  public final Job census() {
    return census;
  }

  /**
   * Returns the job that writes, not yet submitted; the census must have run.
   *
   * @throws BadInputException when the input has no record to write
   * @throws dev.recordio.conf.InvalidSettingException when the settings do not fit the records
   */
  public final Job job() throws IOException {
    if (!prepared) {
      Path counts = new Path(scratch.dir(), "census");
      var found = new Census(census.getConfiguration(), counts, splits, censusTasks, indexed);
      var keys = new SourceKeys(found, SourceKeys.areRead(census.getConfiguration()));
      keys.setKept(job.getConfiguration());
      filesWithoutKeys = keys.filesWithout();
      misfits = List.copyOf(keys.misfits());
      doubts = found.doubts();
      repeatedKeys = prepare(job, found, keys);
      bytes = found.bytes();
      prepared = true;
    }
    return job;
  }

  /** Returns, after {@link #job}, the bytes of all records of the input. */
  @InterfaceAudience.Private
  public final long inputBytes() {
    return bytes;
  }

  /** Returns, after {@link #job}, why indexes do not fit their files. */
  @InterfaceAudience.Private
  public final List<String> misfits() {
    return misfits;
  }

  /** Returns, after {@link #job}, what rows probably mean: the first ones of each split. */
  @InterfaceAudience.Private
  public final List<RowFault> doubts() {
    return doubts;
  }

  /** Returns, after {@link #job}, how many files have no keys while the keys of others are kept. */
  @InterfaceAudience.Private
  public final long filesWithoutKeys() {
    return filesWithoutKeys;
  }

  /**
   * Returns, after {@link #job}, how many records get a key that an earlier one has; -1 when there
   * are too many records for the memory of this process to find out.
   */
  public final long repeatedKeys() {
    return repeatedKeys;
  }

  /** Removes the scratch files of the tasks, and gives the output back; call it after the job. */
  @Override
  public void close() throws IOException {
    try (claim) {
      scratch.close();
    }
  }
}
