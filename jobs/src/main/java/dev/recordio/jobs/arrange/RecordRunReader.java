// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.mapreduce.TaskRecords;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads a split, run by run. */
final class RecordRunReader extends RecordReader<NullWritable, RecordRun> {
  private final boolean headersOnly;
  private TaskRecords records;
  private RecordRun run;

  /** Makes a reader of whole records, or of their headers alone. */
  RecordRunReader(boolean headersOnly) {
    this.headersOnly = headersOnly;
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
    records =
        headersOnly ? TaskRecords.openHeaders(context, split) : TaskRecords.open(context, split);
    run = new RecordRun(records);
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    return run.begin();
  }

  @Override
  public NullWritable getCurrentKey() {
    return NullWritable.get();
  }

  @Override
  public RecordRun getCurrentValue() {
    return run;
  }

  @Override
  public float getProgress() {
    return records.reader().progress();
  }

  @Override
  public void close() throws IOException {
    if (records != null) {
      records.close();
    }
  }
}
