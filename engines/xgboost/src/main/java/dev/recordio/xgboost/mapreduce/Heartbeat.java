// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.mapreduce;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.Progressable;

/**
 * Reports progress while a task waits for the others, or for native code: the workers' own timeout
 * ends a training that hangs.
 */
final class Heartbeat implements AutoCloseable {
  private static final int SECONDS = 10;

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            var made = new Thread(work, "heartbeat");
            made.setDaemon(true);
            return made;
          });

  Heartbeat(Progressable task) {
    thread.scheduleAtFixedRate(task::progress, SECONDS, SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
