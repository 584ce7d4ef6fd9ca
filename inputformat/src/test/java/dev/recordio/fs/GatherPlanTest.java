// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GatherPlanTest {
  private static List<String> reads(GatherPlan plan) {
    plan.make();
    var reads = new ArrayList<String>();
    for (int read = 0; read < plan.reads(); read++) {
      var served = new ArrayList<Integer>();
      for (int i = 0; i < plan.served(read); i++) {
        served.add(plan.served(read, i));
      }
      reads.add(plan.file(read) + ":" + plan.begin(read) + "+" + plan.bytes(read) + served);
    }
    return reads;
  }

  @Test
  void neighboursAreReadTogetherUpToTheGap() {
    var plan = new GatherPlan(10, 1000);
    plan.add(0, 300, 20);
    plan.add(0, 100, 20);
    plan.add(0, 130, 5); // 10 behind the one before
    plan.add(0, 146, 4); // 11 behind
    plan.add(1, 150, 4); // near, but in another file
    assertEquals(List.of("0:100+35[1, 2]", "0:146+4[3]", "0:300+20[0]", "1:150+4[4]"), reads(plan));
  }

  @Test
  void readsGrowNoLargerThanTheyMay() {
    var plan = new GatherPlan(0, 30);
    for (int i = 0; i < 7; i++) {
      plan.add(0, i * 10, 10);
    }
    plan.add(0, 70, 100); // alone larger than a read may be
    assertEquals(
        List.of("0:0+30[0, 1, 2]", "0:30+30[3, 4, 5]", "0:60+10[6]", "0:70+100[7]"), reads(plan));
  }

  @Test
  void rangesAskedForTwiceAndOverlapsAreReadOnce() {
    var plan = new GatherPlan(0, 16);
    plan.add(0, 40, 20);
    plan.add(0, 0, 8);
    plan.add(0, 40, 20);
    plan.add(0, 44, 4);
    assertEquals(List.of("0:0+8[1]", "0:40+20[0, 2, 3]"), reads(plan));
  }

  @Test
  void planIsUsedAgain() {
    var plan = new GatherPlan(0, 16);
    plan.add(3, 1, 2);
    assertEquals(List.of("3:1+2[0]"), reads(plan));
    plan.clear();
    assertEquals(List.of(), reads(plan));
    plan.add(0, 1L << 40, 2);
    assertEquals(List.of("0:1099511627776+2[0]"), reads(plan));
  }

  @Test
  void everyRangeIsServedByOneReadThatCoversIt() {
    var random = new Random(4);
    var plan = new GatherPlan(50, 500);
    for (int round = 0; round < 50; round++) {
      plan.clear();
      int count = random.nextInt(300);
      var offsets = new long[count];
      for (int i = 0; i < count; i++) {
        offsets[i] = random.nextInt(10_000);
        plan.add(random.nextInt(3), offsets[i], 1 + random.nextInt(40));
      }
      plan.make();
      var served = new int[count];
      for (int read = 0; read < plan.reads(); read++) {
        for (int i = 0; i < plan.served(read); i++) {
          int range = plan.served(read, i);
          served[range]++;
          assertTrue(offsets[range] >= plan.begin(read));
          assertTrue(offsets[range] + plan.length(range) <= plan.begin(read) + plan.bytes(read));
        }
      }
      for (int times : served) {
        assertEquals(1, times);
      }
    }
  }
}
