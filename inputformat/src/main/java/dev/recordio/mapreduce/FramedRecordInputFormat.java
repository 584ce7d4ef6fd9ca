// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads what {@link RecordIOInputFormat} reads, but the value is the record as it is in its file,
 * with headers and padding, as {@link dev.recordio.wire.FramedRecord} takes it: for jobs that move
 * records and need not read them.
 */
public class FramedRecordInputFormat extends RecordIOInputFormat {
  @Override
  public RecordReader<LongWritable, BytesWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new RecordIORecordReader(true);
  }
}
