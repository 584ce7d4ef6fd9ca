// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.shuffle;

import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.records.census.NumberedSplit;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/** The first attempt of the first task dies with its JVM in the middle of its split. */
final class HaltingShuffleTask extends ShuffleTask {
  private boolean dies;
  private long half;
  private long records;

  @Override
  protected Void run(NumberedSplit split, TaskContext task)
      throws IOException, InterruptedException {
    TaskAttemptID attempt = task.attempt().getTaskAttemptID();
    dies = attempt.getTaskID().getId() == 0 && attempt.getId() == 0;
    half = split.records() / 2;
    return super.run(split, task);
  }

  @Override
  void write(TaskContext task, LongWritable position, BytesWritable record)
      throws IOException, InterruptedException {
    if (dies && records++ == half) {
      Runtime.getRuntime().halt(137);
    }
    super.write(task, position, record);
  }
}
