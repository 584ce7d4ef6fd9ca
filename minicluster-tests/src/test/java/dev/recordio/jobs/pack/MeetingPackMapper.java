// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.cluster.MeetingPoint;
import java.io.IOException;

/** Waits, with half of its shard written, until another attempt of the task has got as far. */
final class MeetingPackMapper extends MidwayPackMapper {
  @Override
  void midway(Context context) throws IOException {
    MeetingPoint.arrive(context.getConfiguration(), context.getTaskAttemptID().toString());
  }
}
