// SPDX-License-Identifier: Apache-2.0
package dev.recordio.task;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.fs.record.RecordSplitReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * The records of a split as a task reads them: with the job's policy on damage, its quarantine, and
 * the counters.
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class TaskRecords implements Closeable {
  /** Counters cost a call each: they are brought up to date once in that many records. */
  private static final int COUNTER_INTERVAL = 1 << 12;

  private final ReadReport report;
  private final RecordSplitReader reader;
  private int sinceReport;

  private TaskRecords(
      Configuration conf, List<InputRange> ranges, ReadReport report, boolean headersOnly) {
    this.report = report;
    reader =
        headersOnly && DamageSettings.of(conf).failsFast()
            ? RecordSplitReader.ofHeaders(conf, ranges, report.damage())
            : new RecordSplitReader(conf, ranges, report.damage());
  }

  /** Opens a split. Files are opened when they are reached. */
  public static TaskRecords open(TaskAttemptContext context, InputSplit split) throws IOException {
    return open(context, split, false);
  }

  /**
   * Opens ranges of files for a task of another API. Files are opened when they are reached.
   *
   * @param workPath where the attempt's output is gathered until it is committed; null for none
   * @param attempt the attempt's name
   * @param headersOnly whether only headers are wanted; payloads are still read if damage is
   *     skipped: what is damaged must not depend on how much is read
   */
  public static TaskRecords open(
      Configuration conf,
      List<InputRange> ranges,
      TaskCounters counters,
      Path workPath,
      String attempt,
      boolean headersOnly) {
    var report = new ReadReport(conf, counters, workPath, attempt);
    return new TaskRecords(conf, ranges, report, headersOnly);
  }

  /** Opens a split of which only headers are wanted, as above. */
  public static TaskRecords openHeaders(TaskAttemptContext context, InputSplit split)
      throws IOException {
    return open(context, split, true);
  }

  private static TaskRecords open(TaskAttemptContext context, InputSplit split, boolean headersOnly)
      throws IOException {
    List<InputRange> ranges = SplitRanges.of(split);
    return new TaskRecords(
        context.getConfiguration(), ranges, new ReadReport(context), headersOnly);
  }

  /** Returns the reader; report each step of it to {@link #stepped}. */
  public RecordSplitReader reader() {
    return reader;
  }

  /**
   * Counts a step of the reader.
   *
   * @param more whether it reached a record
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
    report.update(reader.bytesRead(), reader.multiPartRecords());
  }

  @Override
  public void close() throws IOException {
    try (ReadReport closing = report;
        RecordSplitReader read = reader) {
      report();
    }
  }
}
