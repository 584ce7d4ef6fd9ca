// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange.census;

import dev.recordio.jobs.arrange.census.RecordRunReader.RecordRun;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Counts the records of splits, and writes their offsets to a census file. */
class CensusMapper extends Mapper<NullWritable, RecordRun, NullWritable, BytesWritable> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    setup(context);
    try (var walk = new RecordCensus(context)) {
      walk.run();
    }
    cleanup(context);
  }

  /** Reads the headers of records. */
  static final class Input extends NumberedInputFormat {
    @Override
    public RecordReader<NullWritable, RecordRun> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      return reader(context, true);
    }
  }
}
