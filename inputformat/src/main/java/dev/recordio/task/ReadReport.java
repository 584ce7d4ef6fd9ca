// SPDX-License-Identifier: Apache-2.0
package dev.recordio.task;

import dev.recordio.fs.record.DamageSettings;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.QuarantineFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/** What a task's reader reports: damage, the quarantine file and the counters. */
public final class ReadReport implements Closeable {
  /** Set by Tez for the inputs of its tasks. */
  private static final String TEZ_VERTEX = "tez.mapreduce.vertex.index";

  private final TaskCounters counters;
  private final QuarantineFile quarantine;
  private final DamageTracker damage;
  private final long[] reported = new long[RecordIOCounter.values().length];

  public ReadReport(TaskAttemptContext context) throws IOException {
    this(
        context.getConfiguration(),
        TaskCounters.of(context),
        workPath(context),
        attempt(context.getTaskAttemptID()));
  }

  /**
   * Creates the report of an attempt.
   *
   * @param workPath where the attempt's output is gathered until it is committed; null for none
   * @param attempt the attempt's name; null if its engine gives none
   */
  ReadReport(Configuration conf, TaskCounters counters, Path workPath, String attempt) {
    this.counters = counters;
    DamageSettings settings = DamageSettings.of(conf);
    quarantine = settings.quarantines() ? quarantine(conf, settings, workPath, attempt) : null;
    damage = DamageTracker.of(settings, quarantine);
  }

  private static QuarantineFile quarantine(
      Configuration conf, DamageSettings settings, Path workPath, String attempt) {
    Path folder = settings.quarantineFolder();
    if (folder == null && workPath != null) {
      folder = new Path(workPath, QuarantineFile.FOLDER);
    }
    return folder == null
        ? null
        : new QuarantineFile(conf, new Path(folder, fileName(conf, attempt)));
  }

  /** Returns the attempt's name; null for the id of no task, which Flink gives to all readers. */
  private static String attempt(TaskAttemptID id) {
    return id.getJobID().getJtIdentifier().isEmpty() ? null : id.toString();
  }

  /**
   * Returns a name that no other reader uses. MapReduce opens one reader an attempt. Tez opens one
   * for each split of a task, and names attempts alike in all vertices and all jobs of a session;
   * other engines may give no name at all. There, one would replace what another has written.
   */
  private static String fileName(Configuration conf, String attempt) {
    boolean isUnique = attempt != null && conf.get(TEZ_VERTEX) == null;
    String prefix = attempt == null ? "" : attempt + "-";
    return (isUnique ? attempt : prefix + UUID.randomUUID()) + ".tsv";
  }

  private static Path workPath(TaskAttemptContext context) throws IOException {
    // A task's own context knows the committer; other engines' contexts may not.
    return context instanceof TaskInputOutputContext<?, ?, ?, ?> task
            && task.getOutputCommitter() instanceof PathOutputCommitter committer
        ? committer.getWorkPath()
        : null;
  }

  /** Returns what decides about damaged records. */
  public DamageTracker damage() {
    return damage;
  }

  /**
   * Brings the counters up to date.
   *
   * @param bytesRead the bytes read so far
   * @param multiPartRecords the records read so far that are stored in more than one part
   */
  public void update(long bytesRead, long multiPartRecords) {
    count(RecordIOCounter.RECORDS_READ, damage.soundRecords());
    count(RecordIOCounter.BYTES_READ, bytesRead);
    count(RecordIOCounter.MULTI_PART_RECORDS_READ, multiPartRecords);
    count(RecordIOCounter.DAMAGED_RECORDS, damage.damagedRecords());
    count(RecordIOCounter.DAMAGED_BYTES, damage.damagedBytes());
    count(RecordIOCounter.SOUND_BYTES, damage.soundBytes());
    count(RecordIOCounter.RESYNCS, damage.resyncs());
  }

  /** Brings one counter up to {@code total}. */
  public void count(RecordIOCounter counter, long total) {
    long news = total - reported[counter.ordinal()];
    if (news != 0) {
      counters.add(counter, news);
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
