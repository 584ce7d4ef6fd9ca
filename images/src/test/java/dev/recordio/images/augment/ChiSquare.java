// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** Counts of what should be equally likely, and whether they are. */
final class ChiSquare {
  private final long[] counts;
  private long total;

  ChiSquare(int cells) {
    counts = new long[cells];
  }

  void count(int cell) {
    counts[cell]++;
    total++;
  }

  long count() {
    return total;
  }

  long at(int cell) {
    return counts[cell];
  }

  /**
   * Fails when the counts are less even, or more even, than chance makes them but once in some
   * million times: the statistic has the mean k and the variance 2k, k = cells - 1.
   */
  void assertEven(String what) {
    double expected = (double) total / counts.length;
    assertTrue(expected >= 20, what + ": only " + expected + " expected in a cell");
    double sum = 0;
    for (long count : counts) {
      sum += (count - expected) * (count - expected) / expected;
    }
    int k = counts.length - 1;
    // Wilson and Hilferty: the cube root is nearly normal.
    double z = (Math.cbrt(sum / k) - (1 - 2 / (9.0 * k))) / Math.sqrt(2 / (9.0 * k));
    assertTrue(Math.abs(z) < 5, what + ": chi-square " + sum + " of " + k + ", z = " + z);
  }
}
