// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.job;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** The units of a {@link Plan}: number and bytes. Tasks read by themselves what a unit names. */
final class UnitInputFormat extends InputFormat<IntWritable, BytesWritable> {
  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    return Plan.splits(job.getConfiguration());
  }

  @Override
  public RecordReader<IntWritable, BytesWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Units();
  }

  private static final class Units extends RecordReader<IntWritable, BytesWritable> {
    private final IntWritable number = new IntWritable();
    private UnitSplit split;
    private int given;

    @Override
    public void initialize(InputSplit taken, TaskAttemptContext context) {
      split = (UnitSplit) taken;
    }

    @Override
    public boolean nextKeyValue() {
      split.setWithin(0);
      return given++ < split.units().size();
    }

    @Override
    public IntWritable getCurrentKey() {
      number.set(split.first() + given - 1);
      return number;
    }

    @Override
    public BytesWritable getCurrentValue() {
      return new BytesWritable(split.units().get(given - 1));
    }

    @Override
    public float getProgress() {
      float done = Math.max(0, given - 1) + split.within();
      return Math.min(1, done / split.units().size());
    }

    @Override
    public void close() {}
  }
}
