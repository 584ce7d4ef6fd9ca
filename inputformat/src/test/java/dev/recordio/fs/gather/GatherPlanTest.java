// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.gather;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GatherPlanTest {
  private static void join(GatherPlan plan, int maxGap, int maxRead) {
    plan.sort();
    for (int at = 0; at < plan.count(); ) {
      int next = plan.nextFile(at);
      plan.join(at, next, maxGap, maxRead);
      at = next;
    }
  }

  /**
   * Describes the reads: offset, bytes, dots where those are not just the ranges', the ranges and
   * their places.
   */
  private static List<String> reads(GatherPlan plan, int maxGap, int maxRead) {
    join(plan, maxGap, maxRead);
    var reads = new ArrayList<String>();
    for (int read = 0; read < plan.reads(); read++) {
      var served = new ArrayList<String>();
      for (int i = 0; i < plan.served(read); i++) {
        int range = plan.served(read, i);
        served.add(range + "@" + plan.place(range));
      }
      String gaps = plan.isDirect(read) ? "" : "...";
      reads.add(plan.begin(read) + "+" + plan.bytes(read) + gaps + served);
    }
    return reads;
  }

  @Test
  void neighboursAreReadTogetherUpToTheGap() {
    var plan = new GatherPlan();
    plan.add(0, 300, 20);
    plan.add(0, 100, 20);
    plan.add(0, 130, 5); // 10 after the one before
    plan.add(0, 146, 4); // 11 after
    plan.add(1, 150, 4); // near, but in another file
    assertEquals(
        List.of("100+35...[1@0, 2@20]", "146+4[3@25]", "300+20[0@29]", "150+4[4@49]"),
        reads(plan, 10, 1000));
  }

  @Test
  void eachFileHasItsOwnGap() {
    var plan = new GatherPlan();
    for (int file = 0; file < 2; file++) {
      plan.add(file, 0, 10);
      plan.add(file, 20, 10);
    }
    plan.sort();
    plan.join(0, 2, 0, 1000);
    plan.join(2, 4, 10, 1000);
    assertEquals(3, plan.reads());
    assertEquals(30, plan.bytes(2));
  }

  @Test
  void readsGrowNoLargerThanTheyMay() {
    var plan = new GatherPlan();
    for (int i = 0; i < 7; i++) {
      plan.add(0, i * 10, 10);
    }
    plan.add(0, 70, 100); // by itself larger than a read may be
    assertEquals(
        List.of("0+30[0@0, 1@10, 2@20]", "30+30[3@30, 4@40, 5@50]", "60+10[6@60]", "70+100[7@70]"),
        reads(plan, 0, 30));
  }

  @Test
  void rangesAskedForTwiceAndOverlapsAreReadOnce() {
    var plan = new GatherPlan();
    plan.add(0, 40, 20);
    plan.add(0, 0, 8);
    plan.add(0, 40, 20);
    plan.add(0, 44, 4);
    assertEquals(List.of("0+8[1@0]", "40+20...[0@8, 2@28, 3@48]"), reads(plan, 0, 16));
  }

  @Test
  void planIsUsedAgain() {
    var plan = new GatherPlan();
    plan.add(3, 1, 2);
    assertEquals(List.of("1+2[0@0]"), reads(plan, 0, 16));
    plan.clear();
    assertEquals(List.of(), reads(plan, 0, 16));
    plan.add(0, 1L << 40, 2);
    assertEquals(List.of("1099511627776+2[0@0]"), reads(plan, 0, 16));
  }

  @Test
  void everyRangeIsServedByOneReadThatCoversItAndHasAPlaceOfItsOwn() {
    var random = new Random(4);
    var plan = new GatherPlan();
    for (int round = 0; round < 50; round++) {
      plan.clear();
      int count = random.nextInt(300);
      var offsets = new long[count];
      for (int i = 0; i < count; i++) {
        offsets[i] = random.nextInt(10_000);
        plan.add(random.nextInt(3), offsets[i], 1 + random.nextInt(40));
      }
      join(plan, 50, 500);
      var served = new int[count];
      var taken = new boolean[count * 40];
      for (int read = 0; read < plan.reads(); read++) {
        for (int i = 0; i < plan.served(read); i++) {
          int range = plan.served(read, i);
          served[range]++;
          assertTrue(offsets[range] >= plan.begin(read));
          assertTrue(offsets[range] + plan.length(range) <= plan.begin(read) + plan.bytes(read));
          for (int at = 0; at < plan.length(range); at++) {
            assertFalse(taken[plan.place(range) + at]);
            taken[plan.place(range) + at] = true;
          }
        }
      }
      for (int times : served) {
        assertEquals(1, times);
      }
    }
  }

  @Test
  void rangesAreSortedByFileThenOffsetThenAsTheyWereAdded() {
    var random = new Random(5);
    var plan = new GatherPlan();
    for (int bits = 1; bits < 63; bits++) {
      plan.clear();
      int count = 1 + random.nextInt(300);
      var files = new int[count];
      var offsets = new long[count];
      for (int i = 0; i < count; i++) {
        files[i] = random.nextInt(1 + bits * bits);
        offsets[i] = random.nextLong() >>> 64 - bits;
        plan.add(files[i], offsets[i], i == 0 ? 1 : 1 + random.nextInt(9));
      }
      Integer[] expected = new Integer[count];
      Arrays.setAll(expected, i -> i);
      Arrays.sort(
          expected,
          Comparator.<Integer>comparingInt(i -> files[i]).thenComparingLong(i -> offsets[i]));
      plan.sort();
      for (int i = 0; i < count; i++) {
        assertEquals(files[expected[i]], plan.fileAt(i));
      }
      for (int at = 0; at < count; at = plan.nextFile(at)) {
        plan.join(at, plan.nextFile(at), 0, 0);
      }
      int at = 0;
      for (int read = 0; read < plan.reads(); read++) {
        for (int i = 0; i < plan.served(read); i++) {
          assertEquals(expected[at++], plan.served(read, i));
        }
      }
      assertEquals(count, at);
    }
  }

  @Test
  void buffersOfReadsAreLargeEnoughAndAtMostTwiceAsLarge() {
    for (int size : new int[] {1, 2, 3, 4, 5, 1 << 29, (1 << 30) - 1, 1 << 30}) {
      int capacity = RangeReads.capacity(size);
      assertTrue(capacity >= size && capacity < 2L * size, capacity + " for " + size);
    }
    assertEquals((1 << 30) + 1, RangeReads.capacity((1 << 30) + 1));
    assertEquals(Integer.MAX_VALUE - 8, RangeReads.capacity(Integer.MAX_VALUE - 8));
  }
}
