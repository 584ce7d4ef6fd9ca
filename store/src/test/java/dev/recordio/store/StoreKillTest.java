// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Sampled;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writers in another process are killed in the middle of changes: stores are old or new, whole. */
@Tag("deep")
class StoreKillTest {
  private static final int STORES = 4;
  private static final int MIN_STEPS = 8;
  private static final int KILLS = Sampled.step(2, 40);

  private final Configuration conf = LocalFiles.checked();
  private final Random random = new Random(17);

  @TempDir Path folder;

  private org.apache.hadoop.fs.Path path(int store) {
    return LocalFiles.path(folder.resolve("store" + store));
  }

  @Test
  void killedWritersLeaveTheOldOrTheNew() throws Exception {
    long[] generations = new long[STORES];
    for (int i = 0; i < STORES; i++) {
      Store.create(conf, path(i), StoreSteps.SCHEMA);
    }
    for (int kill = 0; kill < KILLS; kill++) {
      kill();
      for (int i = 0; i < STORES; i++) {
        generations[i] = check(i, generations[i]);
      }
    }
    long all = 0;
    for (long generation : generations) {
      all += generation;
    }
    // Of the lines that were read, the last one of each store may be that of a step not done.
    assertTrue(all >= (MIN_STEPS - (long) STORES) * KILLS, all + " changes");
  }

  /** The moment is drawn: after so many steps, and then so many microseconds. */
  private void kill() throws IOException, InterruptedException {
    Process process = JavaProcess.start(KilledWriter.class, path(0), path(1), path(2), path(3));
    try {
      BufferedReader out = JavaProcess.out(process);
      for (int steps = MIN_STEPS + random.nextInt(24); steps > 0; steps--) {
        assertNotNull(out.readLine(), "the writer ended");
      }
      LockSupport.parkNanos(1000L * random.nextInt(5000));
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertEquals(128 + 9, process.exitValue());
  }

  private long check(int number, long before) throws IOException {
    Store store = Store.open(conf, path(number));
    Snapshot snapshot = store.snapshot();
    assertTrue(snapshot.generation() >= before);
    KilledWriter.model((int) snapshot.generation()).check(snapshot, random);
    TestStore.requireSound(conf, store);
    return snapshot.generation();
  }
}
