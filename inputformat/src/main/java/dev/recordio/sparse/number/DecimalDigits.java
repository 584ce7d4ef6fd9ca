// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.number;

import dev.recordio.bytes.UnsignedDecimal;

/** Writes digits times a power of ten into bytes. */
final class DecimalDigits {
  private static final int MIN_PLAIN = -4; // 1e-4 is written without an exponent
  private static final int MAX_PLAIN = 15;

  private DecimalDigits() {}

  private static int length(long number) {
    int length = 1;
    for (long limit = 10; length < 19 && number >= limit; limit *= 10) {
      length++;
    }
    return length;
  }

  /**
   * Writes digits times a power of ten, without trailing zeros after the point.
   *
   * @param decimal the digits, not 0, above the power, as {@link ShortestFloat#shortest} gives them
   * @return where the next byte goes
   */
  static int putScaled(byte[] out, int at, long decimal) {
    int digits = (int) (decimal >>> 32);
    int power = (int) decimal;
    while (digits % 10 == 0) {
      digits /= 10;
      power++;
    }
    int count = length(digits);
    int exponent = power + count - 1; // of the first digit
    if (exponent < MIN_PLAIN || exponent > MAX_PLAIN) {
      return putExponent(out, putPoint(out, at, digits, 1), exponent);
    }
    if (exponent < 0) {
      int next = at;
      out[next++] = '0';
      out[next++] = '.';
      for (int i = exponent; i < -1; i++) {
        out[next++] = '0';
      }
      return UnsignedDecimal.put(out, next, digits);
    }
    int next = putPoint(out, at, digits, exponent + 1);
    for (int i = 0; i < power; i++) {
      out[next++] = '0';
    }
    return next;
  }

  /** Writes digits with a point after the first {@code whole} of them, if any follow. */
  private static int putPoint(byte[] out, int at, int digits, int whole) {
    int end = UnsignedDecimal.put(out, at, digits);
    int point = at + whole;
    if (point >= end) {
      return end;
    }
    System.arraycopy(out, point, out, point + 1, end - point);
    out[point] = '.';
    return end + 1;
  }

  /** Writes an exponent with its sign and two digits; a float's has no more. */
  private static int putExponent(byte[] out, int at, int exponent) {
    int next = at;
    out[next++] = 'e';
    out[next++] = (byte) (exponent < 0 ? '-' : '+');
    int size = Math.abs(exponent);
    out[next++] = (byte) ('0' + size / 10);
    out[next++] = (byte) ('0' + size % 10);
    return next;
  }
}
