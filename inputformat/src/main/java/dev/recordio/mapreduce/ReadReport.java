// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.fs.DamagePolicy;
import dev.recordio.fs.DamageTracker;
import dev.recordio.fs.QuarantineFile;
import dev.recordio.fs.RecordIOConf;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/** What a task's reader tells of its reading: damage, the quarantine file and the counters. */
final class ReadReport implements Closeable {
  private final TaskAttemptContext context;
  private final QuarantineFile quarantine;
  private final DamageTracker damage;
  private final long[] reported = new long[RecordIOCounter.values().length];

  ReadReport(TaskAttemptContext context) throws IOException {
    this.context = context;
    Configuration conf = context.getConfiguration();
    quarantine = quarantine(context);
    damage = DamageTracker.of(conf, quarantine);
  }

  private static QuarantineFile quarantine(TaskAttemptContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    if (RecordIOConf.CORRUPT_POLICY.getEnum(conf, DamagePolicy.class) != DamagePolicy.QUARANTINE) {
      return null;
    }
    Path folder = quarantineFolder(context);
    String name = context.getTaskAttemptID() + ".tsv";
    return folder == null ? null : new QuarantineFile(conf, new Path(folder, name));
  }

  private static Path quarantineFolder(TaskAttemptContext context) throws IOException {
    String configured = RecordIOConf.CORRUPT_QUARANTINE_DIR.get(context.getConfiguration());
    if (!configured.isEmpty()) {
      return new Path(configured);
    }
    // A task's own context knows the committer; other engines' contexts may not.
    return context instanceof TaskInputOutputContext<?, ?, ?, ?> task
            && task.getOutputCommitter() instanceof PathOutputCommitter committer
            && committer.getWorkPath() != null
        ? new Path(committer.getWorkPath(), QuarantineFile.FOLDER)
        : null;
  }

  /** Returns what decides about damaged records. */
  DamageTracker damage() {
    return damage;
  }

  /**
   * Brings the counters up to date.
   *
   * @param bytesRead the bytes read so far
   * @param multiPartRecords the records read so far that are stored in more than one part
   */
  void update(long bytesRead, long multiPartRecords) {
    count(RecordIOCounter.RECORDS_READ, damage.soundRecords());
    count(RecordIOCounter.BYTES_READ, bytesRead);
    count(RecordIOCounter.MULTI_PART_RECORDS_READ, multiPartRecords);
    count(RecordIOCounter.DAMAGED_RECORDS, damage.damagedRecords());
    count(RecordIOCounter.DAMAGED_BYTES, damage.damagedBytes());
    count(RecordIOCounter.RESYNCS, damage.resyncs());
  }

  /** Brings one counter up to {@code total}. */
  void count(RecordIOCounter counter, long total) {
    long news = total - reported[counter.ordinal()];
    if (news != 0) {
      context.getCounter(counter).increment(news);
      reported[counter.ordinal()] = total;
    }
  }

  @Override
  public void close() throws IOException {
    if (quarantine != null) {
      quarantine.close();
    }
  }
}
