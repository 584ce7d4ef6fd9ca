// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.append;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.census.ArrangeJob;
import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.CensusNote;
import dev.recordio.jobs.records.census.RecordFormat;
import dev.recordio.jobs.records.census.SourceKeys;
import dev.recordio.jobs.records.copy.CopyJob;
import dev.recordio.jobs.records.copy.CopyPlanner;
import dev.recordio.jobs.records.select.OutputChooser;
import dev.recordio.jobs.run.NewOutput;
import dev.recordio.jobs.run.OutputClaim;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardSetting;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;

/**
 * Copies records into a further part of an existing set, with the indexes of that part alone, and
 * checks their keys against the keys of the set. The part is written in a hidden folder of the set;
 * {@link #commit}, after the job, puts it into the set.
 */
public final class AppendJob extends ArrangeJob {
  private final RecordSet set;
  private final boolean renumber;
  private final AppendCommit commit;
  private long records;
  private long bytes;

  /**
   * Lists the set and the input, and prepares the census.
   *
   * @param conf a configuration, which is copied
   * @param folder the set
   * @param inputs files, folders and globs
   * @throws BadInputException when the folder is not a complete set of parts with their indexes
   */
  public static AppendJob open(Configuration conf, Path folder, List<Path> inputs)
      throws IOException, InterruptedException {
    OutputClaim.refuseClaimed(conf, folder); // by a command that replaces all of the set
    NewOutput.checkOutside(conf, folder, inputs);
    RecordSet set = RecordSet.list(conf, folder);
    new SetKeys(conf, set).check();
    return new AppendJob(conf, set, inputs, AppendCommit.newFolder(set));
  }

  private AppendJob(Configuration conf, RecordSet set, List<Path> inputs, Path written)
      throws IOException, InterruptedException {
    super(checked(conf), RecordFormat.RECORDS, inputs, written, CensusNote.Kind.PLACE);
    this.set = set;
    renumber = ArrangeConf.APPEND_RENUMBER.getBoolean(conf);
    try {
      commit = new AppendCommit(conf, set, written);
    } catch (IOException | RuntimeException | Error e) {
      try (this) {
        throw e;
      }
    }
  }

  /**
   * Returns a copy in which the keys of the input's indexes are read, unless there are new ones.
   */
  private static Configuration checked(Configuration conf) {
    DamageSettings.of(conf).requireQuarantineFolder();
    var own = new Configuration(conf);
    ArrangeConf.KEYS.set(own, ArrangeConf.APPEND_RENUMBER.getBoolean(conf) ? "new" : "keep");
    RecordIOConf.OUTPUT_INDEX.set(own, true);
    own.unset(RecordIOConf.OUTPUT_INDEX_KEYS.key());
    return own;
  }

  @Override
  public long prepare(Job job, Census census, SourceKeys keys) throws IOException {
    Configuration conf = job.getConfiguration();
    records = census.records();
    bytes = census.bytes();
    var old = new SetKeys(conf, set);
    if (renumber) {
      AppendTask.setFirstKey(conf, firstFree(old));
    } else {
      NewKeys.check(census, old);
    }
    var planner = new CopyPlanner(census, new OutputChooser.All(), keys, List.of(""));
    List<PlannedShard> shards = planner.plan(conf, new ShardSetting(1, 1), scratch());
    CopyJob.install(this, job, shards, AppendTask.class);
    return 0;
  }

  private long firstFree(SetKeys old) throws IOException {
    long[] next = new long[1]; // the key after the largest one, unsigned
    boolean[] full = new boolean[1];
    old.forEach(
        (part, offset, key) -> {
          full[0] |= key == -1;
          next[0] = Long.compareUnsigned(key, next[0]) >= 0 ? key + 1 : next[0];
        });
    if (full[0] || Long.compareUnsigned(records, -next[0]) > 0 && next[0] != 0) {
      throw new BadInputException(
          "no "
              + records
              + " keys are left after the largest one of "
              + set.folder()
              + ": expected one below 2^64 - "
              + records
              + "; recordio index --keys ordinal gives its records others",
          null);
    }
    return next[0];
  }

  /**
   * Returns, after the job, how many images have other ids in their headers than their new keys.
   */
  public long otherIds(Counters counters) {
    return counters.findCounter(AppendTask.Count.OTHER_IDS).getValue();
  }

  /** Returns the path that the new part gets. */
  public Path part() {
    return commit.part();
  }

  /** Returns how many records are appended, after {@link #job}. */
  public long records() {
    return records;
  }

  /** Returns their bytes, headers and padding included. */
  public long bytes() {
    return bytes;
  }

  /**
   * Puts the part into the set, after the job.
   *
   * @throws JobFailedException when the set has changed meanwhile; nothing was appended then
   */
  public void commit() throws IOException, JobFailedException {
    commit.commit();
  }

  /**
   * Completes what an earlier append has left that was stopped while it was putting its part into
   * the set, and removes what stopped ones have left that are more than a day old.
   *
   * @return the part that was completed; null, if none was
   */
  public static Path recover(Configuration conf, Path folder) throws IOException {
    return AppendCommit.recover(conf, folder);
  }

  @Override
  public void close() throws IOException {
    try {
      super.close();
    } finally {
      if (commit != null) {
        commit.close();
      }
    }
  }
}
