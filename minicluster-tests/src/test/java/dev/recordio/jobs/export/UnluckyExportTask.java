// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import dev.recordio.cluster.MeetingPoint;
import dev.recordio.jobs.job.TaskContext;
import java.io.IOException;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/**
 * With {@value #LIFE} records written, the first attempt of the first task dies with its JVM, and
 * attempts of the second task wait for each other.
 */
final class UnluckyExportTask extends ExportTask {
  private static final int LIFE = 5;

  private int records;

  @Override
  protected void read(TaskContext task) throws IOException {
    if (records++ != LIFE) {
      return;
    }
    TaskAttemptID attempt = task.attempt().getTaskAttemptID();
    if (attempt.getTaskID().getId() == 1) {
      MeetingPoint.arrive(task.conf(), attempt.toString());
    } else if (attempt.getId() == 0) {
      Runtime.getRuntime().halt(137);
    }
  }
}
