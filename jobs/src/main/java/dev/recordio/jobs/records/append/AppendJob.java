// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.append;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.image.ImageContent;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.CensusNote;
import dev.recordio.jobs.records.census.CensusRequest;
import dev.recordio.jobs.records.copy.ArrangeJob;
import dev.recordio.jobs.records.copy.CopyEntry;
import dev.recordio.jobs.records.copy.CopyTask;
import dev.recordio.jobs.records.copy.RecordSource;
import dev.recordio.jobs.records.copy.SourceKeys;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.run.output.NewOutput;
import dev.recordio.jobs.run.output.OutputClaim;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.jobs.shard.ShardSetting;
import dev.recordio.task.IndexKeys;
import dev.recordio.wire.FramedRecord;
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

  /**
   * Lists the set and the input, and prepares the census.
   *
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
    super(settings(conf), CensusRequest.of(CensusNote.PLACE), inputs, written);
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
  private static Configuration settings(Configuration conf) {
    DamageSettings.of(conf).requireQuarantineFolder();
    var own = new Configuration(conf);
    ArrangeConf.KEYS.set(own, ArrangeConf.APPEND_RENUMBER.getBoolean(conf) ? "new" : "keep");
    RecordIOConf.OUTPUT_INDEX.set(own, true);
    own.unset(RecordIOConf.OUTPUT_INDEX_KEYS.key());
    return own;
  }

  @Override
  protected long prepare(Job job, Census census, SourceKeys keys) throws IOException {
    Configuration conf = job.getConfiguration();
    var old = new SetKeys(conf, set);
    if (renumber) {
      conf.setLong(Task.FIRST, firstFree(old, census.records()));
    } else {
      NewKeys.check(census, old);
    }
    copyAll(keys, new ShardSetting(1, 1), Task.class);
    return 0;
  }

  private long firstFree(SetKeys old, long records) throws IOException {
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
              + " keys are left after the largest key of "
              + set.folder()
              + ": expected one below 2^64 - "
              + records
              + "; recordio index --keys ordinal gives its records other keys",
          null);
    }
    return next[0];
  }

  /**
   * Returns, after the job, how many images have other ids in their headers than their new keys.
   */
  public long otherIds(Counters counters) {
    return counters.findCounter(Task.Count.OTHER_IDS).getValue();
  }

  /** Returns the path that the new part gets. */
  public Path part() {
    return commit.part();
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

  /** Writes the new part, under the keys that were checked, or under new ones. */
  static final class Task extends CopyTask {
    /** What is counted in addition to records. */
    enum Count {
      /** Images whose headers have other ids than their new keys. */
      OTHER_IDS
    }

    /** Key of the first record's key, if keys are not kept. */
    private static final String FIRST = "recordio.append.first-key";

    @Override
    protected Shard create(TaskContext task, PlannedShard shard) throws IOException {
      Configuration conf = task.conf();
      boolean kept = SourceKeys.areKept(conf);
      long first = conf.getLong(FIRST, 0);
      RecordFileWriter writer =
          ShardOutputFormat.createShard(task.attempt(), "", shard.shard(), IndexKeys.KEY);
      return new RecordShard(task, writer) {
        @Override
        public void copy(CopyEntry entry, RecordSource source) throws IOException {
          FramedRecord record = source.read(entry);
          long key = kept ? entry.key : first + writer.count();
          if (!kept && hasOtherId(record, key)) {
            task.attempt().getCounter(Count.OTHER_IDS).increment(1);
          }
          writer.append(key, record);
        }
      };
    }

    /** Whether a record is an image, as its first bytes show, whose header has another id. */
    private static boolean hasOtherId(FramedRecord record, long key) throws IOException {
      int at = record.payloadOffset();
      int length = record.payloadLength();
      if (!ImageRecordHeader.fits(record.payload(), at, length, length)) {
        return false;
      }
      var header = new ImageRecordHeader();
      header.read(record.payload(), at, length, 0);
      return header.id() != key
          && ImageContent.of(record.payload(), header.imageOffset(), header.imageLength())
              != ImageContent.OTHER;
    }
  }
}
