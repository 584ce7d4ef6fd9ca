// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.cluster.MeetingPoint;
import dev.recordio.jobs.job.TaskContext;
import java.io.IOException;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/**
 * With half of its shard written, the first attempt of the first task dies with its JVM, and an
 * attempt of the second task waits until another one has got as far.
 */
final class UnluckyPackTask extends MidwayPackTask {
  @Override
  void midway(TaskContext task) throws IOException {
    TaskAttemptID attempt = task.attempt().getTaskAttemptID();
    if (attempt.getTaskID().getId() == 1) {
      MeetingPoint.arrive(task.conf(), attempt.toString());
    } else if (attempt.getId() == 0) {
      Runtime.getRuntime().halt(137);
    }
  }
}
