// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Ten million positions after 1000 workers that were unequally far. */
class ShareSpeedTest {
  private static final int COUNT = 10_000_000;
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  private static Remainder afterUnequalWorkers(int seed) {
    var random = new Random(seed);
    long[] epochs = random.longs(1000, 0, 2).toArray();
    return Remainder.fresh(0).after(Generation.of(epochs, random.longs(1000, 0, 30_000).toArray()));
  }

  @Test
  void positionsAreFound() {
    Remainder remainder = afterUnequalWorkers(1);
    long least = Long.MAX_VALUE;
    for (int times = 0; times < 5 && least > 1_000_000_000; times++) {
      EpochShare share = new Share(0, 1, remainder).in(0);
      long begin = CPU.getCurrentThreadCpuTime();
      long last = -1;
      boolean ascending = true;
      for (long k = 0; k < COUNT; k++) {
        long position = share.position(k);
        ascending &= position > last;
        last = position;
      }
      least = Math.min(least, CPU.getCurrentThreadCpuTime() - begin);
      assertTrue(ascending);
      assertEquals(COUNT, leftUpTo(last, remainder.generations().get(0)));
    }
    assertTrue(least < 1_000_000_000, least + " ns of a processor for 10^7 positions");
  }

  private static long leftUpTo(long last, Generation generation) {
    int workers = generation.workers();
    return LongStream.rangeClosed(0, last)
        .filter(found -> generation.countIn(0, (int) (found % workers)) <= found / workers)
        .count();
  }

  /** One of 100 workers passes from one stretch to the next at nearly each step. */
  @Test
  void positionsFarApartAreFound() {
    Remainder remainder = afterUnequalWorkers(2);
    EpochRemainder left = remainder.in(0);
    for (int worker = 0; worker < 100; worker += 33) {
      EpochShare share = new Share(worker, 100, remainder).in(0);
      for (long k = 0; k < COUNT / 100; k++) {
        assertEquals(left.at(worker + k * 100), share.position(k));
      }
    }
  }
}
