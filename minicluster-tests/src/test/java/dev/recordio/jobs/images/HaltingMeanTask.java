// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import dev.recordio.jobs.job.TaskContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/** The first attempt of the first task dies with its JVM when it has written its sums. */
final class HaltingMeanTask extends MeanImageJob.Task {
  @Override
  protected void end(TaskContext task) {
    TaskAttemptID attempt = task.attempt().getTaskAttemptID();
    if (attempt.getTaskID().getId() == 0 && attempt.getId() == 0) {
      Runtime.getRuntime().halt(137);
    }
  }
}
