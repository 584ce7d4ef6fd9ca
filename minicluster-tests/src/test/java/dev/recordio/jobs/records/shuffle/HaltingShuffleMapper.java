// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.shuffle;

import dev.recordio.jobs.records.census.NumberedSplit;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;

/** The first attempt of the first task dies with its JVM in the middle of its split. */
final class HaltingShuffleMapper extends ShuffleMapper {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    TaskAttemptID attempt = context.getTaskAttemptID();
    boolean dies = attempt.getTaskID().getId() == 0 && attempt.getId() == 0;
    long half = ((NumberedSplit) context.getInputSplit()).records() / 2;
    super.run(
        new WrappedMapper<NullWritable, RecordRuns.Run, LongWritable, BytesWritable>()
        .new Context(context) {
          private long records;

          @Override
          public void write(LongWritable position, BytesWritable record)
              throws IOException, InterruptedException {
            if (dies && records++ == half) {
              Runtime.getRuntime().halt(137);
            }
            super.write(position, record);
          }
        });
  }
}
