// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.cluster.MeetingPoint;
import dev.recordio.jobs.job.TaskContext;
import java.io.IOException;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/**
 * What happens to attempts that have written all their files: the first attempt of the first task
 * dies with its JVM, and attempts of the second task wait for each other.
 */
final class Unlucky {
  private Unlucky() {}

  static void written(TaskAttemptContext context) throws IOException {
    TaskAttemptID attempt = context.getTaskAttemptID();
    if (attempt.getTaskID().getId() == 1) {
      MeetingPoint.arrive(context.getConfiguration(), attempt.toString());
    } else if (attempt.getTaskID().getId() == 0 && attempt.getId() == 0) {
      Runtime.getRuntime().halt(137);
    }
  }

  static final class Import extends ImportJob.Task {
    @Override
    protected void end(TaskContext task) throws IOException {
      written(task.attempt());
    }
  }

  static final class Export extends StoreExportJob.Task {
    @Override
    protected void end(TaskContext task) throws IOException {
      written(task.attempt());
    }
  }

  static final class Rebalance extends RebalanceJob.Task {
    @Override
    protected void end(TaskContext task) throws IOException {
      written(task.attempt());
    }
  }
}
