// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** Summarizes the records of a split. */
final class InfoMapper extends Mapper<LongWritable, BytesWritable, NullWritable, RecordSummary> {
  private final RecordSummary summary = new RecordSummary();
  private final byte[] start = new byte[RecordSummary.START_BYTES];

  @Override
  protected void setup(Context context) {
    if (context.getInputSplit() instanceof FileSplit split) { // of one file
      summary.faces().begin(split.getPath().toString());
    }
  }

  @Override
  protected void map(LongWritable key, BytesWritable value, Context context) throws IOException {
    // The format's own counter has the records of several parts.
    int bytes = Math.min(start.length, value.getLength());
    System.arraycopy(value.getBytes(), 0, start, 0, bytes);
    summary.add(start, value.getLength(), 1, key.get());
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    context.write(NullWritable.get(), summary);
  }
}
