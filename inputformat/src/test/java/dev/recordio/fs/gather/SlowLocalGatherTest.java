// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.gather;

import static dev.recordio.testing.Faults.Call.READ;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Faults;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Local files are read by one thread, unless its reads are found to wait for a disk. */
class SlowLocalGatherTest {
  private final Set<Thread> readers = ConcurrentHashMap.newKeySet();
  private volatile CountDownLatch together; // reads that are to run at a time

  @TempDir java.nio.file.Path folder;

  /** A read takes 0.1 ms. */
  private void read(Faults.Event read) throws InterruptedException {
    readers.add(Thread.currentThread());
    long end = System.nanoTime() + 100_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    if (together != null) {
      together.countDown();
      assertTrue(together.await(30, TimeUnit.SECONDS), "no other read runs");
    }
  }

  private void fetch(Gather gather) throws IOException {
    gather.clear();
    readers.clear();
    for (int i = 0; i < 200; i++) {
      gather.add(0, 10_000L * i, 1);
    }
    gather.fetch();
  }

  @Test
  void threadsReadWhereReadsWait() throws IOException {
    Files.write(folder.resolve("file"), new byte[2_000_000]);
    Configuration conf = LocalFiles.raw();
    var faults = new Faults();
    faults.on(READ).does(this::read);
    faults.replaceLocal(conf, false);
    try (var gather = new Gather(conf, List.of(new Path(LocalFiles.path(folder), "file")))) {
      for (int batch = 0; batch < 2; batch++) {
        fetch(gather);
        assertEquals(Set.of(Thread.currentThread()), readers, "it is not known yet");
      }
      together = new CountDownLatch(2);
      fetch(gather);
      assertTrue(readers.size() > 1);
    }
  }

  @Test
  void costIsThatOfAReadAndOfItsBytes() {
    assertTrue(isWaiting(100, 1000, 1_000_000, 8));
    assertFalse(isWaiting(100, 1000, 1_000_000, 1));
    assertTrue(isWaiting(1, 1000, 8_000_000, 1));
    assertFalse(isWaiting(1, 10_000_000, 8_000_000, 1));
    assertFalse(isWaiting(0, 0, 0, 1));
  }

  /** Whether the reads of a second batch wait, and none after a batch of reads from memory. */
  private static boolean isWaiting(long reads, long bytes, long nanos, int threads) {
    var cost = new Gather.ReadCost();
    cost.add(reads, bytes, nanos, threads);
    assertFalse(cost.isWaiting(), "after one batch");
    cost.add(reads, bytes, nanos, threads);
    boolean waiting = cost.isWaiting();
    cost.add(100, 1000, 100_000, 1);
    assertFalse(cost.isWaiting());
    return waiting;
  }
}
