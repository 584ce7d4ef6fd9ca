// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.task.TaskRecords;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads a split record by record; the value is the reader itself, at the record: no copy. */
final class ImageRecords extends RecordReader<NullWritable, RecordSplitReader> {
  private TaskRecords records;

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
    records = TaskRecords.open(context, split);
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    return records.stepped(records.reader().next());
  }

  @Override
  public NullWritable getCurrentKey() {
    return NullWritable.get();
  }

  @Override
  public RecordSplitReader getCurrentValue() {
    return records.reader();
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
