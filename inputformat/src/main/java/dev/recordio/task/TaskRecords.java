// SPDX-License-Identifier: Apache-2.0
package dev.recordio.task;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.fs.record.RecordOpener;
import dev.recordio.fs.record.RecordSplitReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * The records of a split as a task reads them: with the job's policy on damage, its quarantine, and
 * the counters.
 */
public final class TaskRecords implements Closeable {
  /** Counters cost a call each: they are brought up to date once in that many records. */
  private static final int COUNTER_INTERVAL = 1 << 12;

  private final ReadReport report;
  private final RecordSplitReader reader;
  private int sinceReport;

  private TaskRecords(
      Configuration conf,
      RecordOpener opener,
      List<InputRange> ranges,
      ReadReport report,
      boolean headersOnly) {
    this.report = report;
    reader =
        headersOnly && DamageSettings.of(conf).failsFast()
            ? RecordSplitReader.ofHeaders(conf, opener, ranges, report.damage())
            : RecordSplitReader.of(conf, opener, ranges, report.damage());
  }

  /** Opens a split. Files are opened when they are reached. */
  public static TaskRecords open(TaskAttemptContext context, InputSplit split) throws IOException {
    return open(context, null, split, false);
  }

  /**
   * Opens ranges of files for a task of another API. Files are opened when they are reached.
   *
   * @param workPath where the attempt's output is gathered until it is committed; null for none
   * @param attempt the attempt's name; null if its engine gives none
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
    return new TaskRecords(conf, null, ranges, report, headersOnly);
  }

  /**
   * Opens one of several splits of a task.
   *
   * @param opener opens the files of all of them; null for one of its own
   * @param headersOnly as above
   */
  public static TaskRecords open(
      TaskAttemptContext context, RecordOpener opener, InputSplit split, boolean headersOnly)
      throws IOException {
    List<InputRange> ranges = SplitRanges.of(split);
    return new TaskRecords(
        context.getConfiguration(), opener, ranges, new ReadReport(context), headersOnly);
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
