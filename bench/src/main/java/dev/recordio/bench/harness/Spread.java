// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

import java.util.Arrays;

/**
 * The median and the range of figures.
 *
 * @param median the middle one, or the mean of the two in the middle
 * @param low the smallest
 * @param high the largest
 */
public record Spread(double median, double low, double high) {
  /** The spread of figures when at least one is unknown. */
  public static final Spread UNKNOWN = new Spread(Double.NaN, Double.NaN, Double.NaN);

  /** Returns the spread of at least one figure; one that is not known is NaN. */
  public static Spread of(double[] figures) {
    if (Arrays.stream(figures).anyMatch(Double::isNaN)) {
      return UNKNOWN;
    }
    double[] sorted = figures.clone();
    Arrays.sort(sorted);
    int last = sorted.length - 1;
    return new Spread((sorted[last / 2] + sorted[(last + 1) / 2]) / 2, sorted[0], sorted[last]);
  }

  /** Whether the figures are known. */
  public boolean isKnown() {
    return !Double.isNaN(median);
  }

  /** Whether the median is within {@code factor} of 1, above or below. */
  public boolean isAboutOne(double factor) {
    return median <= factor && median >= 1 / factor;
  }
}
