// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeededPermutationTest {
  private static long[] values(long size, long seed) {
    var permutation = new SeededPermutation(size, seed);
    return LongStream.range(0, size).map(permutation::at).toArray();
  }

  @Test
  void everySmallSizeIsPermuted() {
    for (int size = 0; size <= 300; size++) {
      for (long seed : new long[] {0, 1, -1, Long.MIN_VALUE}) {
        assertBijection(size, seed);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4095, 4096, 4097, 65_537, 1_000_003, (1 << 20) + 1})
  void largerSizesArePermuted(int size) {
    assertBijection(size, 42);
  }

  private static void assertBijection(int size, long seed) {
    var seen = new BitSet(size);
    for (long value : values(size, seed)) {
      assertTrue(value >= 0 && value < size, () -> value + " of " + size);
      assertFalse(seen.get((int) value), () -> value + " twice of " + size);
      seen.set((int) value);
    }
    assertEquals(size, seen.cardinality());
  }

  @ParameterizedTest
  @ValueSource(longs = {(1L << 31) + 1, 10_000_000_000L, 1L << 62})
  void hugeSizesGiveDistinctValuesInRange(long size) {
    var permutation = new SeededPermutation(size, 3);
    var seen = new HashSet<Long>();
    for (long i = 0; i < 10_000; i++) {
      long value = permutation.at(size - 1 - i * (size / 10_000));
      assertTrue(value >= 0 && value < size);
      assertTrue(seen.add(value));
    }
  }

  @Test
  void onlyTheSeedDecides() {
    assertArrayEquals(values(1000, 5), values(1000, 5));
    var orders = new HashSet<String>();
    for (int seed = 0; seed < 100; seed++) {
      orders.add(java.util.Arrays.toString(values(20, seed)));
    }
    assertEquals(100, orders.size());
    assertNotEquals(0, values(1000, 0)[0] + values(1000, 0)[1], "seed 0 shuffles too");
  }

  /**
   * Each value should get to each position about equally often over many seeds: chi-square with (n
   * - 1)^2 degrees of freedom, whose standard deviation is sqrt(2 df). The seeds are fixed.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 16, 17, 31, 64})
  void everyValueComesToEveryPositionEquallyOften(int size) {
    int seeds = 400 * size;
    int[][] times = new int[size][size];
    for (int seed = 0; seed < seeds; seed++) {
      var permutation = new SeededPermutation(size, seed);
      for (int position = 0; position < size; position++) {
        times[position][(int) permutation.at(position)]++;
      }
    }
    double expected = seeds / (double) size;
    double chiSquare = 0;
    for (int[] row : times) {
      for (int count : row) {
        chiSquare += (count - expected) * (count - expected) / expected;
      }
    }
    double freedom = (size - 1.0) * (size - 1.0);
    double limit = freedom + 5 * Math.sqrt(2 * freedom) + 10;
    assertTrue(chiSquare < limit, chiSquare + " is beyond " + limit);
  }

  /** Every order of a few values should come about equally often over many seeds. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8})
  void everyOrderComesEquallyOften(int size) {
    int orders = 1;
    for (int i = 2; i <= size; i++) {
      orders *= i;
    }
    int expected = size < 7 ? 200 : 20;
    var times = new HashMap<String, Integer>();
    for (int seed = 0; seed < expected * orders; seed++) {
      times.merge(java.util.Arrays.toString(values(size, seed)), 1, Integer::sum);
    }
    double chiSquare = (orders - times.size()) * expected; // those that never occurred
    for (int count : times.values()) {
      chiSquare += Math.pow(count - expected, 2) / expected;
    }
    double freedom = orders - 1;
    double limit = freedom + 5 * Math.sqrt(2 * freedom) + 10;
    assertTrue(chiSquare < limit, chiSquare + " is beyond " + limit);
  }

  /** Orders of more than 16 values are what they always were: others depend on them. */
  @Test
  void ordersOfSeedsArePinned() {
    assertArrayEquals(
        new long[] {15, 14, 3, 8, 16, 7, 12, 13, 10, 2, 9, 1, 6, 0, 4, 11, 5}, values(17, 42));
    assertArrayEquals(
        new long[] {770, 831, 548, 529, 34, 932, 944, 108},
        LongStream.range(0, 8).map(new SeededPermutation(1000, -7)::at).toArray());
  }

  /** Neighbours should not stay neighbours: about 2 of n steps are expected to be of one. */
  @Test
  void neighboursArePulledApart() {
    long[] values = values(100_000, 11);
    int steps = 0;
    for (int i = 1; i < values.length; i++) {
      steps += Math.abs(values[i] - values[i - 1]) == 1 ? 1 : 0;
    }
    assertTrue(steps < 20, steps + " neighbours");
  }

  @Test
  void impossibleSizesAndPositionsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new SeededPermutation(-1, 0));
    assertThrows(IllegalArgumentException.class, () -> new SeededPermutation((1L << 62) + 1, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> new SeededPermutation(0, 0).at(0));
    assertThrows(IndexOutOfBoundsException.class, () -> new SeededPermutation(3, 0).at(3));
    assertThrows(IndexOutOfBoundsException.class, () -> new SeededPermutation(3, 0).at(-1));
  }
}
