// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardEntries;
import java.io.IOException;

/** The task of pack, which calls a test's code when half of its shard is written. */
abstract class MidwayPackTask extends PackTask {
  private long left; // records before the middle

  /** Called once in each attempt, with some records written and some not yet. */
  abstract void midway(TaskContext task) throws IOException;

  @Override
  protected ShardReport run(PlannedShard shard, TaskContext task)
      throws IOException, InterruptedException {
    left = shard.records() / 2;
    return super.run(shard, task);
  }

  @Override
  protected Source next(ShardEntries<Source> entries, TaskContext task) throws IOException {
    if (left-- == 0) {
      midway(task);
    }
    return super.next(entries, task);
  }
}
