// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

/** Numbers to samples, without branches. */
final class Rounding {
  private static final int MAX_SHORT = 0xffff;

  /** Added to a number below 2^21, it leaves the nearest whole number in the lowest bits. */
  private static final float UNIT = 3 << 22;

  private static final int UNIT_BITS = Float.floatToRawIntBits(UNIT);

  private Rounding() {}

  /** Returns the nearest sample of 8 bits, of two the even one; for numbers from -2^21 to 2^21. */
  static int toByte(float number) {
    return clamped(Float.floatToRawIntBits(number + UNIT) - UNIT_BITS);
  }

  /** Returns the nearest sample of 16 bits, of two the even one. */
  static int toShort(float number) {
    return Math.min(Math.max((int) Math.rint(number), 0), MAX_SHORT);
  }

  /** Returns the nearest number from 0 to 255. */
  static int clamped(int number) {
    return (number | 0xff - number >> 31) & ~(number >> 31) & 0xff;
  }
}
