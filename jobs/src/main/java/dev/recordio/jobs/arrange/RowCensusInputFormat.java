// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.jobs.run.GroupReader;
import dev.recordio.jobs.run.SplitFile;
import dev.recordio.mapreduce.RowLines;
import dev.recordio.mapreduce.RowLinesInputFormat;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads the rows of the splits of {@link NumberedInputFormat}. */
final class RowCensusInputFormat extends InputFormat<LongWritable, RowLines> {
  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    return SplitFile.read(job.getConfiguration());
  }

  @Override
  public RecordReader<LongWritable, RowLines> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    var rows = new RowLinesInputFormat();
    return new GroupReader<>(() -> rows.createRecordReader(split, context));
  }
}
