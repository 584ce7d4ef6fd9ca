// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.run.split.ListedSplit;
import java.io.IOException;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/** The first attempt of the first task dies with its JVM after it has passed on its first block. */
final class HaltingIndexTask extends IndexTask {
  @Override
  void pass(ListedSplit split, TaskContext task) throws IOException, InterruptedException {
    super.pass(split, task);
    TaskAttemptID attempt = task.attempt().getTaskAttemptID();
    if (attempt.getTaskID().getId() == 0 && attempt.getId() == 0) {
      Runtime.getRuntime().halt(137);
    }
  }
}
