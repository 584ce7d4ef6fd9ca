// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.shuffle;

import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.reduce.WrappedReducer;

/** The first attempt of the second task dies with its JVM when it has written some records. */
final class HaltingShuffleReducer extends ShuffleReducer {
  private static final int LIFE = 100;

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    TaskAttemptID attempt = context.getTaskAttemptID();
    boolean dies = attempt.getTaskID().getId() == 1 && attempt.getId() == 0;
    super.run(
        new WrappedReducer<LongWritable, BytesWritable, IntWritable, BytesWritable>()
        .new Context(context) {
          private int records;

          @Override
          public boolean nextKey() throws IOException, InterruptedException {
            if (dies && records++ == LIFE) {
              Runtime.getRuntime().halt(137);
            }
            return super.nextKey();
          }
        });
  }
}
