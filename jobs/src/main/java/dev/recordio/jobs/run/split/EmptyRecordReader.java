// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.split;

import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads nothing, for tasks that read by themselves what their split describes. */
public final class EmptyRecordReader extends RecordReader<NullWritable, NullWritable> {
  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) {}

  @Override
  public boolean nextKeyValue() {
    return false;
  }

  @Override
  public NullWritable getCurrentKey() {
    return NullWritable.get();
  }

  @Override
  public NullWritable getCurrentValue() {
    return NullWritable.get();
  }

  @Override
  public float getProgress() {
    return 0;
  }

  @Override
  public void close() {}
}
