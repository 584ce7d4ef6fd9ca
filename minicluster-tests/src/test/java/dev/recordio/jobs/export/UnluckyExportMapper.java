// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import dev.recordio.cluster.MeetingPoint;
import dev.recordio.jobs.arrange.copy.CopyEntry;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;

/**
 * With {@value #LIFE} records written, the first attempt of the first task dies with its JVM, and
 * attempts of the second task wait for each other.
 */
final class UnluckyExportMapper extends ExportMapper {
  private static final int LIFE = 5;

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    super.run(
        new WrappedMapper<IntWritable, CopyEntry, NullWritable, BytesWritable>()
        .new Context(context) {
          private int records;

          @Override
          public boolean nextKeyValue() throws IOException, InterruptedException {
            if (records++ == LIFE) {
              midway(context);
            }
            return super.nextKeyValue();
          }
        });
  }

  private static void midway(Context context) throws IOException {
    TaskAttemptID attempt = context.getTaskAttemptID();
    if (attempt.getTaskID().getId() == 1) {
      MeetingPoint.arrive(context.getConfiguration(), attempt.toString());
    } else if (attempt.getId() == 0) {
      Runtime.getRuntime().halt(137);
    }
  }
}
