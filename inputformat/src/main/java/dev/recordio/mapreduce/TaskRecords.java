// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.fs.DamagePolicy;
import dev.recordio.fs.DamageTracker;
import dev.recordio.fs.InputRange;
import dev.recordio.fs.QuarantineFile;
import dev.recordio.fs.RecordIOConf;
import dev.recordio.fs.RecordSplitReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * The records of a split as a task reads them: with the job's policy on damage, its quarantine, and
 * the counters.
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class TaskRecords implements Closeable {
  /** Counters cost a call each: they are brought up to date once in so many records. */
  private static final int COUNTER_INTERVAL = 1 << 12;

  private final TaskAttemptContext context;
  private final QuarantineFile quarantine;
  private final RecordSplitReader reader;
  private final long[] reported = new long[RecordIOCounter.values().length];
  private int sinceReport;

  private TaskRecords(TaskAttemptContext context, InputSplit split, boolean headersOnly)
      throws IOException {
    this.context = context;
    Configuration conf = context.getConfiguration();
    quarantine = quarantine(context);
    DamageTracker damage = DamageTracker.of(conf, quarantine);
    List<InputRange> ranges = RecordIOInputFormat.ranges(split);
    reader =
        headersOnly
            ? RecordSplitReader.ofHeaders(conf, ranges, damage)
            : new RecordSplitReader(conf, ranges, damage);
  }

  /** Opens a split. Files are opened when they are come to. */
  public static TaskRecords open(TaskAttemptContext context, InputSplit split) throws IOException {
    return new TaskRecords(context, split, false);
  }

  /**
   * Opens a split of which only headers are wanted. Payloads are read all the same where damage is
   * passed over: what is damaged must not depend on how much is looked at.
   */
  public static TaskRecords openHeaders(TaskAttemptContext context, InputSplit split)
      throws IOException {
    DamagePolicy policy =
        RecordIOConf.CORRUPT_POLICY.getEnum(context.getConfiguration(), DamagePolicy.class);
    return new TaskRecords(context, split, policy == DamagePolicy.FAIL);
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

  /** Returns the reader; each step of it is to be told to {@link #stepped}. */
  public RecordSplitReader reader() {
    return reader;
  }

  /**
   * Counts a step of the reader.
   *
   * @param more whether it came to a record
   * @return the same
   */
  public boolean stepped(boolean more) {
    if (!more || ++sinceReport == COUNTER_INTERVAL) {
      report();
    }
    return more;
  }

  private void report() {
    sinceReport = 0;
    report(RecordIOCounter.RECORDS_READ, reader.damage().soundRecords());
    report(RecordIOCounter.BYTES_READ, reader.bytesRead());
    report(RecordIOCounter.MULTI_PART_RECORDS_READ, reader.multiPartRecords());
    report(RecordIOCounter.DAMAGED_RECORDS, reader.damage().damagedRecords());
    report(RecordIOCounter.DAMAGED_BYTES, reader.damage().damagedBytes());
    report(RecordIOCounter.RESYNCS, reader.damage().resyncs());
  }

  private void report(RecordIOCounter counter, long total) {
    long news = total - reported[counter.ordinal()];
    if (news != 0) {
      context.getCounter(counter).increment(news);
      reported[counter.ordinal()] = total;
    }
  }

  @Override
  public void close() throws IOException {
    try (QuarantineFile closing = quarantine;
        RecordSplitReader read = reader) {
      report();
    }
  }
}
