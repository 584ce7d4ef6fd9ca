// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.tally;

/** The range of float values, and how many there are of each sign and power of two. */
public final class ValueTally {
  private static final int EXPONENTS = 256;

  private long[] bySignAndExponent = new long[2 * EXPONENTS];
  private float min = Float.POSITIVE_INFINITY;
  private float max = Float.NEGATIVE_INFINITY;

  /** Counts values. */
  public void add(float[] values, int count) {
    for (int i = 0; i < count; i++) {
      float value = values[i];
      bySignAndExponent[Float.floatToRawIntBits(value) >>> 23]++;
      if (value < min) {
        min = value;
      }
      if (value > max) {
        max = value;
      }
    }
  }

  /** Adds what another tally has counted. */
  public void add(ValueTally other) {
    for (int i = 0; i < bySignAndExponent.length; i++) {
      bySignAndExponent[i] += other.bySignAndExponent[i];
    }
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
  }

  /** Whether there is a number: NaN is none. */
  public boolean hasRange() {
    return min <= max;
  }

  /** Returns the smallest and the largest value, in words. */
  public String range() {
    return min + " to " + max;
  }

  /**
   * Returns how many values have a sign, and are in {@code [2^exponent, 2^(exponent + 1))} without
   * it.
   *
   * @param exponent -126 to 127
   */
  public long count(boolean negative, int exponent) {
    return bySignAndExponent[(negative ? EXPONENTS : 0) + exponent + Float.MAX_EXPONENT];
  }

  /** Returns how many values are zero, or too small for a float of full precision. */
  public long zeros() {
    return bySignAndExponent[0] + bySignAndExponent[EXPONENTS];
  }

  /** Returns how many values are infinite or not a number. */
  public long notFinite() {
    return bySignAndExponent[EXPONENTS - 1] + bySignAndExponent[2 * EXPONENTS - 1];
  }
}
