// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.fs.RecordRangeReader;
import dev.recordio.mapreduce.TaskRecords;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** The splits of {@link NumberedInputFormat}; the value is a reader that stands on the record. */
final class CensusInputFormat extends InputFormat<NullWritable, RecordRangeReader> {
  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    return new NumberedInputFormat().getSplits(job);
  }

  @Override
  public RecordReader<NullWritable, RecordRangeReader> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  private static final class Reader extends RecordReader<NullWritable, RecordRangeReader> {
    private TaskRecords records;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      records = TaskRecords.openHeaders(context, split);
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
    public RecordRangeReader getCurrentValue() {
      return records.reader().record();
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
}
