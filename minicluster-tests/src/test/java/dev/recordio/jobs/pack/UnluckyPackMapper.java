// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.cluster.MeetingPoint;
import java.io.IOException;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/**
 * With half of its shard written, the first attempt of the first task dies with its JVM, and an
 * attempt of the second task waits until another one has got as far.
 */
final class UnluckyPackMapper extends MidwayPackMapper {
  @Override
  void midway(Context context) throws IOException {
    TaskAttemptID attempt = context.getTaskAttemptID();
    if (attempt.getTaskID().getId() == 1) {
      MeetingPoint.arrive(context.getConfiguration(), attempt.toString());
    } else if (attempt.getId() == 0) {
      Runtime.getRuntime().halt(137);
    }
  }
}
