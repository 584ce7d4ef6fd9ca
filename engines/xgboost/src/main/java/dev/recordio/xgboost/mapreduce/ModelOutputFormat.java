// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.mapreduce;

import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** A folder that tasks write into by themselves, through the committer. */
public final class ModelOutputFormat extends FileOutputFormat<NullWritable, NullWritable> {
  @Override
  public RecordWriter<NullWritable, NullWritable> getRecordWriter(TaskAttemptContext context) {
    return new RecordWriter<>() {
      @Override
      public void write(NullWritable key, NullWritable value) {}

      @Override
      public void close(TaskAttemptContext task) {}
    };
  }
}
