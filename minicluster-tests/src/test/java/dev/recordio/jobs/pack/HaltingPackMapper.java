// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import org.apache.hadoop.mapreduce.TaskAttemptID;

/** The first attempt of the first task dies with its JVM when half of its shard is written. */
final class HaltingPackMapper extends MidwayPackMapper {
  @Override
  void midway(Context context) {
    TaskAttemptID attempt = context.getTaskAttemptID();
    if (attempt.getTaskID().getId() == 0 && attempt.getId() == 0) {
      Runtime.getRuntime().halt(137);
    }
  }
}
