// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RemainderTest {
  private static Remainder after(String... generations) {
    var remainder = Remainder.fresh(0);
    for (String each : generations) {
      remainder = remainder.after(Generation.parse(each));
    }
    return remainder;
  }

  private static void assertShort(long firstEpoch, List<String> chain, Remainder found) {
    assertEquals(firstEpoch, found.firstEpoch());
    assertEquals(chain, found.generations().stream().map(Generation::toString).toList());
  }

  @Test
  void evenWorkersAreAnOffset() {
    assertShort(3, List.of("3:28"), after("3:7,3:7,3:7,3:7"));
    assertShort(0, List.of("0:32"), after("0:7,0:7,0:7,0:7", "0:2,0:2"));
    assertShort(0, List.of("0:7,0:8"), after("0:7,0:8"));
  }

  @Test
  void whatWasPassedIsAnOffset() {
    // Left of "0:7,0:9": the rows 7 and 8 of the first worker, then all.
    assertShort(0, List.of("0:7,0:9", "0:1"), after("0:7,0:9", "0:1"));
    assertShort(0, List.of("0:18"), after("0:7,0:9", "0:2"));
    assertShort(0, List.of("0:18"), after("0:7,0:9", "0:1,0:1"));
    assertShort(0, List.of("0:16", "0:2,0:3"), after("0:7,0:9", "0:2,0:3"));
    assertShort(0, List.of("0:7,0:9", "0:0,0:3"), after("0:7,0:9", "0:0,0:3"));
  }

  @Test
  void epochsThatEndedAreDropped() {
    assertShort(1, List.of(), after("0:7,0:9", "1:0,1:0"));
    assertShort(1, List.of("1:0,1:5"), after("0:7,1:5", "1:0"));
    assertShort(2, List.of("2:6"), after("0:7,1:5", "2:3,2:3"));
    assertShort(0, List.of(), after("0:0,0:0,0:0"));
  }

  @Test
  void workersInSeveralEpochsStay() {
    assertShort(0, List.of("0:7,1:5", "0:100"), after("0:7,1:5", "0:100"));
    assertShort(0, List.of("0:7,1:5", "0:3,1:2"), after("0:7,1:5", "0:3,1:2"));
  }

  /** A run that stops often, its workers nearly even, keeps a short chain. */
  @Test
  void aRunThatStopsOftenKeepsAShortChain() {
    var random = new Random(5);
    var remainder = Remainder.fresh(0);
    var all = new ArrayList<Generation>();
    for (int run = 0; run < 300; run++) {
      int n = 1 + random.nextInt(20);
      long[] counts = random.longs(n, 1000, 1100).toArray();
      var generation = Generation.of(new long[n], counts);
      all.add(generation);
      remainder = remainder.after(generation);
      assertTrue(remainder.generations().size() <= 3, remainder.toString());
    }
    var whole = new EpochRemainder(all, 0);
    EpochRemainder shortened = remainder.in(0);
    for (long left = 0; left < 5000; left++) {
      assertEquals(whole.at(left), shortened.at(left));
    }
  }
}
