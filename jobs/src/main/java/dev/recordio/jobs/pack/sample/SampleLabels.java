// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Numbers of other types as labels, which are float32. Fractions are rounded to the nearest, as
 * everywhere; a whole number that float32 does not have, and a finite number beyond its range, are
 * errors: the labels of two classes may not become one.
 */
final class SampleLabels {
  /** What is expected of a whole number, for errors. */
  static final String EXPECTED_WHOLE = "a whole number that float32 holds exactly as label";

  /** What is expected of any number, for errors. */
  static final String EXPECTED_FINITE = "a number within the range of float32 as label";

  private SampleLabels() {}

  /**
   * Returns a whole number as a label.
   *
   * @throws NumberFormatException when float32 does not have it
   */
  static float ofWhole(long number) {
    float label = number;
    // 2^63 as a float becomes 2^63 - 1 as a long, which may be what it was rounded from.
    if ((long) label != number || label == 0x1p63f) {
      throw new NumberFormatException(EXPECTED_WHOLE);
    }
    return label;
  }

  /** Returns a whole number as a label, as {@link #ofWhole(long)}. */
  static float ofWhole(BigInteger number) {
    if (number.bitLength() < Long.SIZE) {
      return ofWhole(number.longValue());
    }
    float label = number.floatValue();
    if (Float.isInfinite(label) || !new BigDecimal(label).toBigInteger().equals(number)) {
      throw new NumberFormatException(EXPECTED_WHOLE);
    }
    return label;
  }

  /**
   * Returns a number as a label, rounded to the nearest; NaN and infinities stay.
   *
   * @throws NumberFormatException when it is finite and beyond the range of float32
   */
  static float of(double number) {
    float label = (float) number;
    if (Float.isInfinite(label) && !Double.isInfinite(number)) {
      throw new NumberFormatException(EXPECTED_FINITE);
    }
    return label;
  }
}
