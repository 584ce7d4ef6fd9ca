// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.number;

import dev.recordio.bytes.UnsignedDecimal;
import java.math.BigInteger;

/**
 * The shortest decimal that reads back as a given float, and of several such the one nearest to it.
 * ({@link Float#toString} gives more digits than needed before Java 19, JDK-4511638.)
 *
 * <p>A float c * 2^q is the nearest one for a whole interval of numbers around it. Scaled by the
 * power of ten that is next below the interval's length, the interval holds one integer at least,
 * and one multiple of ten at most; a multiple of ten in it has the fewest digits. The method, with
 * the proof that 63 bits of the power of ten are enough, is R. Giulietti's "The Schubfach way to
 * render doubles".
 *
 * <p>The form is NumPy's, without a closing {@code .0}: {@code 1e-4 <= |v| < 1e16} without an
 * exponent, else {@code 1.5e-07}. So no reader meets more than 19 digits on either side of the
 * point; libdmlc's loses the rest.
 */
public final class ShortestFloat {
  /**
   * The most bytes that {@link #put} writes: sign, 9 digits, point, 4 of exponent, or 17 digits.
   */
  public static final int MAX_BYTES = 20;

  private static final int MIN_POWER = -31;
  private static final int MAX_POWER = 45;
  private static final int MIN_EXPONENT = -149; // of the last bit
  private static final int HIDDEN_BIT = 1 << 23;

  /** The first 63 bits of 10^(i + MIN_POWER), plus one in the last place. */
  private static final long[] POWERS = new long[MAX_POWER - MIN_POWER + 1];

  static {
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = power(i + MIN_POWER);
    }
  }

  private ShortestFloat() {}

  private static long power(int e) {
    int shift = 62 - floorLog2OfPower10(e);
    BigInteger ten = BigInteger.TEN.pow(Math.abs(e));
    BigInteger scaled =
        e >= 0
            ? (shift >= 0 ? ten.shiftLeft(shift) : ten.shiftRight(-shift))
            : BigInteger.ONE.shiftLeft(shift).divide(ten);
    return scaled.longValueExact() + 1;
  }

  /** Returns floor(log2(10^e)); good for small e. */
  private static int floorLog2OfPower10(int e) {
    return (int) (e * 217706L >> 16);
  }

  /** Returns floor(log10(2^q)); good for small q. */
  private static int floorLog10OfPower2(int q) {
    return (int) (q * 315653L >> 20);
  }

  /** Returns floor(log10(3/4 * 2^q)); good for small q. */
  private static int floorLog10OfThreeQuarters(int q) {
    return (int) (q * 315653L - 131008L >> 20);
  }

  /**
   * Writes a number.
   *
   * @return where the next byte goes
   */
  public static int put(byte[] out, int at, float number) {
    int bits = Float.floatToRawIntBits(number);
    if (Float.isNaN(number)) {
      return ascii(out, at, "nan");
    }
    int next = at;
    if (bits < 0) {
      out[next++] = '-';
    }
    float size = Math.abs(number);
    if (size < 1 << 24 && size == (int) size) {
      return UnsignedDecimal.put(out, next, (int) size);
    }
    if (Float.isInfinite(number)) {
      return ascii(out, next, "inf");
    }
    return DecimalDigits.putScaled(out, next, shortest(bits & Integer.MAX_VALUE));
  }

  /**
   * Returns the shortest decimal of a positive finite number.
   *
   * @param bits the float's
   * @return digits as an integer in the upper 32 bits, and the power of ten that it is multiplied
   *     with in the lower ones; the digits may end with zeros
   */
  static long shortest(int bits) {
    int exponent = bits >>> 23;
    int fraction = bits & (HIDDEN_BIT - 1);
    int c = exponent == 0 ? fraction : fraction | HIDDEN_BIT;
    int q = Math.max(exponent, 1) - 1 + MIN_EXPONENT;
    // Below a power of two the next float is half as far away.
    boolean even = fraction != 0 || exponent <= 1;
    int k = even ? floorLog10OfPower2(q) : floorLog10OfThreeQuarters(q);
    int shift = q + floorLog2OfPower10(-k) + 33;
    long power = POWERS[-k - MIN_POWER];
    // All of these are times four, rounded to odd: the last bit is set if something was cut off.
    int middle = scaled(power, (long) c << 2, shift);
    int low = scaled(power, ((long) c << 2) - (even ? 2 : 1), shift);
    int high = scaled(power, ((long) c << 2) + 2, shift);
    int open = c & 1; // halfway numbers are read as the float with the even c
    int floor = middle >> 2;
    int tens = floor / 10 * 10;
    boolean below = low + open <= tens << 2;
    boolean above = (tens + 10 << 2) + open <= high;
    if (below != above) {
      return decimal(below ? tens : tens + 10, k);
    }
    below = low + open <= floor << 2;
    above = (floor + 1 << 2) + open <= high;
    if (below != above) {
      return decimal(below ? floor : floor + 1, k);
    }
    int side = middle - (2 * floor + 1 << 1);
    return decimal(side < 0 || (side == 0 && (floor & 1) == 0) ? floor : floor + 1, k);
  }

  private static int scaled(long power, long number, int shift) {
    long product = Math.multiplyHigh(power, number << shift);
    int sticky = (product & Integer.MAX_VALUE) == 0 ? 0 : 1;
    return (int) (product >>> 31) | sticky;
  }

  private static long decimal(int digits, int exponent) {
    return (long) digits << 32 | (exponent & 0xffffffffL);
  }

  private static int ascii(byte[] out, int at, String word) {
    for (int i = 0; i < word.length(); i++) {
      out[at + i] = (byte) word.charAt(i);
    }
    return at + word.length();
  }
}
