// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.shard.PlannedShard;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts how often the tasks of this process report progress. */
class CountingPackTask extends PackTask {
  static final AtomicInteger CALLS = new AtomicInteger();

  @Override
  protected ShardReport run(PlannedShard shard, TaskContext task)
      throws IOException, InterruptedException {
    return super.run(
        shard,
        new TaskContext(task) {
          @Override
          public void progress() {
            CALLS.incrementAndGet();
            super.progress();
          }

          @Override
          public void progress(float fraction) {
            CALLS.incrementAndGet();
            super.progress(fraction);
          }
        });
  }
}
