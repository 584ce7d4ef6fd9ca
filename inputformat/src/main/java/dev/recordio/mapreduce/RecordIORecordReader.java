// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.fs.RecordSplitReader;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads the records of one split; reuses key and value. */
final class RecordIORecordReader extends RecordReader<LongWritable, BytesWritable> {
  /** Counters cost a call each: they are brought up to date once in so many records. */
  private static final int COUNTER_INTERVAL = 1 << 12;

  private final LongWritable key = new LongWritable();
  private final BytesWritable value = new BytesWritable();

  private RecordSplitReader reader;
  private ReadReport report;
  private int sinceReport;

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
    report = new ReadReport(context);
    reader =
        new RecordSplitReader(
            context.getConfiguration(), RecordIOInputFormat.ranges(split), report.damage());
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    boolean more = reader.next(key, value);
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
  public LongWritable getCurrentKey() {
    return key;
  }

  @Override
  public BytesWritable getCurrentValue() {
    return value;
  }

  @Override
  public float getProgress() {
    return reader.progress();
  }

  @Override
  public void close() throws IOException {
    try (ReadReport closing = report;
        RecordSplitReader read = reader) {
      if (read != null) {
        report();
      }
    }
  }
}
