// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.shard.ShardEntries;
import java.io.IOException;

/** Dies in the first attempt of each task, when it has written three records. */
class DyingPackTask extends PackTask {
  static final String MESSAGE = "this attempt dies, says the test";

  private int left = 3;

  @Override
  protected Source next(ShardEntries<Source> entries, TaskContext task) throws IOException {
    if (task.attempt().getTaskAttemptID().getId() == 0 && left-- == 0) {
      throw new IllegalStateException(MESSAGE);
    }
    return super.next(entries, task);
  }
}
