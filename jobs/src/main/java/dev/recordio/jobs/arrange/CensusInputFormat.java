// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.jobs.run.GroupReader;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads the headers of records. */
final class CensusInputFormat extends NumberedInputFormat {
  @Override
  public RecordReader<NullWritable, RecordRun> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new GroupReader<>(() -> new RecordRunReader(true));
  }
}
