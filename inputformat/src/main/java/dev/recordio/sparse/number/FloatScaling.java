// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.number;

import java.math.BigInteger;

/**
 * Rounds {@code digits * 10^exponent} to the nearest float with one 64 x 64 bit product.
 *
 * <p>Digits and power are kept as 64-bit numbers with the highest bit set, the power rounded down.
 * So the product of the two is never above the true one, and less than two units of its upper 64
 * bits below it. A float keeps 24 of these bits. Unless what is cut off is just below one half,
 * both ends of that interval round to the same float.
 */
public final class FloatScaling {
  /** Returned when the product cannot decide, and for results below the normal floats. */
  static final int UNDECIDED = -1;

  public static final int INFINITY = 0x7F800000;

  /** Below it even 2^64 - 1 digits give less than half of the smallest float. */
  private static final int MIN_EXPONENT = -65;

  /** Above it even one digit gives infinity. */
  private static final int MAX_EXPONENT = 38;

  /** 10^27 is the last power that 64 bits hold (its factor 2^27 shifted out). */
  private static final int MAX_EXACT = 27;

  /** Units of the product's upper half that dropped digits and the power's rounding can make. */
  private static final int DOUBT = 32;

  private static final long[] POWERS = powers();

  private FloatScaling() {}

  /**
   * Returns the bits of the float nearest to {@code digits * 10^exponent}, ties to even, or {@link
   * #UNDECIDED}.
   *
   * @param digits unsigned
   * @param more whether digits other than 0 were cut off after these, which then are 19 and begin
   *     with another digit than 0
   */
  static int bits(long digits, int exponent, boolean more) {
    if (digits == 0 || exponent < MIN_EXPONENT) {
      return 0;
    }
    if (exponent > MAX_EXPONENT) {
      return INFINITY;
    }
    int zeros = Long.numberOfLeadingZeros(digits);
    long factor = digits << zeros;
    long power = POWERS[exponent - MIN_EXPONENT];
    // Both are negative as signed numbers: the sum makes the signed product an unsigned one.
    long high = Math.multiplyHigh(factor, power) + factor + power;
    int lead = (int) (high >>> 63);
    int cut = 39 + lead;
    long rest = high & (1L << cut) - 1;
    long half = 1L << cut - 1;
    int mantissa = (int) (high >>> cut);
    boolean exact = exponent >= 0 && exponent <= MAX_EXACT && !more;
    if (exact) {
      boolean above = rest > half || rest == half && factor * power != 0;
      mantissa += above || rest == half && (mantissa & 1) != 0 ? 1 : 0;
    } else if (rest >= half) {
      mantissa++;
    } else if (rest >= half - DOUBT) {
      return UNDECIDED;
    }
    int binary = log2(exponent) + 63 - zeros + lead;
    if (binary < Float.MIN_EXPONENT) {
      return UNDECIDED;
    }
    // A mantissa of 2^24 carries into the exponent, as it should.
    int result = (binary + 126 << 23) + mantissa;
    return binary > Float.MAX_EXPONENT ? INFINITY : Math.min(result, INFINITY);
  }

  /** The largest integer not above the binary logarithm of 10^exponent. */
  private static int log2(int exponent) {
    return exponent * 217706 >> 16;
  }

  private static long[] powers() {
    long[] powers = new long[MAX_EXPONENT - MIN_EXPONENT + 1];
    for (int i = 0; i < powers.length; i++) {
      int exponent = i + MIN_EXPONENT;
      BigInteger ten = BigInteger.TEN.pow(Math.abs(exponent));
      int length = ten.bitLength();
      BigInteger power =
          exponent >= 0
              ? ten.shiftLeft(64).shiftRight(length)
              : BigInteger.ONE.shiftLeft(63 + length).divide(ten);
      powers[i] = power.longValue();
    }
    return powers;
  }
}
