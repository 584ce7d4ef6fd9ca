// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify.salvage;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.InputOpener;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.jobs.verify.Runs;
import dev.recordio.task.IndexKeys;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Copies what is kept of a file into a shard. */
final class SalvageTask extends UnitTask<SalvagePlan.Kept, SalvageTask.Written> {
  /** How many records there are between two signs of life. */
  private static final int RECORDS_A_SIGN = 1 << 12;

  /** What is counted in addition to records. */
  enum Count {
    /** Records on less evidence, which are among those that are written. */
    DOUBTFUL_RECORDS
  }

  /**
   * How many records of a file were written.
   *
   * @param doubtful records on less evidence, which are kept apart
   */
  record Written(long records, long doubtful) {}

  SalvageTask() {
    super(Serde.ofFields(SalvagePlan.Kept.class), Serde.ofFields(Written.class));
  }

  @Override
  protected Written run(SalvagePlan.Kept kept, TaskContext task) throws IOException {
    Configuration conf = task.conf();
    int shard = task.number();
    var path = new Path(kept.file());
    FileStatus file = path.getFileSystem(conf).getFileStatus(path);
    IndexKeys kind = kept.keyed() ? IndexKeys.KEY : IndexKeys.ORDINAL;
    long records = 0;
    long doubtful = 0;
    try (OldKeys keys = kept.keyed() ? OldKeys.open(conf, file, kept.displaced()) : null) {
      if (kept.runs().count() > 0) {
        try (var writer = ShardOutputFormat.createShard(task.attempt(), "", shard, kind)) {
          records = copy(file, kept.runs(), writer, task, keys == null ? null : keys::of);
        }
      }
      if (kept.doubtful().count() > 0) {
        String name = SalvageManifest.doubtful(shard);
        long[] next = {records};
        OldKeys.Giver fresh = keys == null ? offset -> next[0]++ : offset -> keys.next();
        try (var writer = ShardOutputFormat.createNamed(task.attempt(), name, IndexKeys.KEY)) {
          doubtful = copy(file, kept.doubtful(), writer, task, fresh);
        }
        task.counter(Count.DOUBTFUL_RECORDS).increment(doubtful);
      }
    }
    return new Written(records, doubtful);
  }

  /** Copies records; returns how many. */
  private static long copy(
      FileStatus file, Runs runs, RecordFileWriter writer, TaskContext task, OldKeys.Giver keys)
      throws IOException {
    try (ChunkReader in = new InputOpener(task.conf()).chunks(file)) {
      var records = new RunRecords(in, runs);
      while (records.next()) {
        writer.append(keys == null ? writer.count() : keys.of(records.offset()), records.record());
        if (writer.count() % RECORDS_A_SIGN == 0) {
          task.progress();
        }
      }
    }
    ShardOutputFormat.count(task.attempt(), writer);
    return writer.count();
  }
}
