// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import dev.recordio.fs.record.RecordSplitReader;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;

/** The first attempt of the first task dies with its JVM when it has written its sums. */
final class HaltingMeanMapper extends MeanMapper {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    super.run(
        new WrappedMapper<NullWritable, RecordSplitReader, NullWritable, BytesWritable>()
        .new Context(context) {
          @Override
          public void write(NullWritable key, BytesWritable sums)
              throws IOException, InterruptedException {
            super.write(key, sums);
            TaskAttemptID attempt = getTaskAttemptID();
            if (attempt.getTaskID().getId() == 0 && attempt.getId() == 0) {
              Runtime.getRuntime().halt(137);
            }
          }
        });
  }
}
