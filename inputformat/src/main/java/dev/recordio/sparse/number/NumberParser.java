// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.number;

import dev.recordio.bytes.LittleEndian;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * Reads decimal numbers as floats, correctly rounded: the same bits that {@link Float#parseFloat}
 * gives.
 *
 * <p>Up to 53 bits of digits with a power of ten up to 22 are one double operation, narrowed; that
 * rounds twice, which only matters if the double is in the middle between two floats. All else is
 * one 64-bit product with a proof that its error does not matter; where it might (near the middle
 * between two floats, about once in 10^10 numbers), and below the normal floats, the token becomes
 * a String for {@link Float#parseFloat}.
 */
public final class NumberParser {

  public static final long ZEROS = 0x3030303030303030L;
  public static final long TOP_BITS = 0x8080808080808080L;
  private static final int MINUS = '-' ^ '0';

  private static final double[] TENS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };
  private static final double[] PARTS = {1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};
  private static final long[] LONG_TENS = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000
  };

  /** What narrowing a double to a float cuts off, and the middle between two floats in it. */
  private static final long LOW_BITS = (1L << 29) - 1;

  private static final long MIDDLE = 1L << 28;

  private static final int MAX_DIGITS = 19;

  /** The bits of 2^24, from where on a float has not all integers. */
  private static final int GAPS = 0x4B800000;

  /** Integers of so many digits are floats. */
  public static final int FLOAT_DIGITS = 7;

  private static final int EXPONENT_LIMIT = 1_000_000_000;

  /** Returned where no number begins. */
  public static final int NONE = -1;

  /** Not part of the returned number: so the next token does not wait for this one's value. */
  private float value;

  /**
   * Reads the longest number that begins at an index: {@code [+-](digits[.digits]|.digits)
   * [(e|E)[+-]digits]}, or {@code [+-](inf|infinity|nan)} in letters of any case.
   *
   * <p>The number is ended by any other byte, which the array must have; up to 16 bytes after it
   * may be read.
   *
   * @return the index after the number, whose value {@link #value} gives; or {@link #NONE}
   */
  public int parse(byte[] b, int from) {
    int p = from;
    if (b[p] == '-' || b[p] == '+') {
      p++;
    }
    int first = p;
    long digits = 0;
    for (int d = b[p] - '0'; d >= 0 && d <= 9; d = b[++p] - '0') {
      digits = digits * 10 + d;
    }
    int count = p - first;
    int exponent = 0;
    if (b[p] == '.') {
      int point = ++p;
      int here;
      do {
        // Sixteen digits a turn, without a branch on how many there are: their number varies.
        long word = eight(b, p);
        long second = eight(b, p + 8);
        here = leadingDigits(word);
        int there = here == 8 ? leadingDigits(second) : 0;
        digits = digits * LONG_TENS[here] + number(word, here);
        digits = digits * LONG_TENS[there] + number(second, there);
        here += there;
        p += here;
      } while (here == 16);
      exponent = point - p;
      count -= exponent;
    }
    if (count == 0) {
      return named(b, from, first);
    }
    if ((b[p] | 0x20) == 'e') {
      return withExponent(b, from, first, p, digits, count, exponent);
    }
    return scaled(b, from, first, p, digits, count, exponent);
  }

  /**
   * Reads a number that is not infinite and not rounded to 0; one that is written as a digit, or a
   * digit, a point and up to 16 more, with or without a minus, takes no loop and no branch on its
   * sign, nor on its length but whether 8 places are enough (7 after a minus).
   *
   * @return the index after the number, whose value {@link #value} gives; negative for others
   */
  public int plain(byte[] b, int from) {
    long word = eight(b, from);
    int minus = (word & 0xFF) == MINUS ? 1 : 0;
    word >>>= minus << 3;
    long first = word & 0xFF;
    int after = (int) (word >>> 8) & 0xFF ^ '0';
    if (first <= 9 && (after == ' ' || after == '\n')) {
      value = minus == 0 ? first : -(float) first;
      return from + minus + 1;
    }
    if (first > 9 || after != '.') {
      return any(b, from);
    }
    // After a minus the first of these bytes is the point; the one that is shifted in is no digit.
    long places = eight(b, from + 2) >>> (minus << 3) | (long) minus << 63;
    int stop = firstOther(places);
    float magnitude = stop < 64 ? scaled(places << 8 | first, stop) : scaled(first, places);
    int end = from + minus + 2 + (stop >>> 3);
    int c = b[end];
    if (c != ' ' && c != '\n') {
      return longer(b, from, minus, first);
    }
    value = Float.intBitsToFloat(Float.floatToRawIntBits(magnitude) | minus << 31);
    return end;
  }

  /** Reads a number that begins with a digit and a point, by up to 16 places. */
  private int longer(byte[] b, int from, int minus, long first) {
    int p = from + minus + 2;
    long fraction = eight(b, p);
    long rest = eight(b, p + 8);
    int here = leadingDigits(fraction);
    int there = here == 8 ? leadingDigits(rest) : 0;
    int places = here + there;
    int c = b[p + places];
    if (there == 8 && isDigit(c)) {
      return any(b, from);
    }
    long digits = first * LONG_TENS[here] + number(fraction, here);
    digits = digits * LONG_TENS[there] + number(rest, there);
    double scaled = digits / TENS[places];
    if (mayRoundTwice(digits, scaled) || (c | 0x20) == 'e') {
      return any(b, from);
    }
    value = Float.intBitsToFloat(Float.floatToRawIntBits((float) scaled) | minus << 31);
    return p + places;
  }

  /**
   * The number of a digit and of up to 7 places after a point, which is left out.
   *
   * <p>The product is less than two units of its last place off, and cannot fall on the other side
   * of the middle between two floats, so narrowing rounds correctly. For with k places a number
   * below 10 is m / (2^k * 5^k), a middle, in floats from 2^e on, is j / 2^(24 - e) with an odd j,
   * and 24 - e is above k: brought to the denominator 5^k * 2^(24 - e), one is even and the other
   * odd. So they differ by 1 of these at least, which for up to 8 places is hundreds of units.
   *
   * @param stop {@link #firstOther} of the places, below 64
   */
  public static float scaled(long word, int stop) {
    return (float) (eightDigits(word << ~stop) * PARTS[stop >>> 3 & 7]); // ~stop: 56 - 8 * places
  }

  /** The number of a digit and of 8 places after a point, as above. */
  public static float scaled(long digit, long fraction) {
    return (float) ((digit * LONG_TENS[8] + eightDigits(fraction)) * PARTS[8]);
  }

  /** The same by {@link #parse}, for numbers written in any way. */
  private int any(byte[] b, int from) {
    int end = parse(b, from);
    int magnitude = Float.floatToRawIntBits(value) & 0x7FFFFFFF;
    if (Integer.compareUnsigned(magnitude - 1, GAPS - 1) < 0) {
      return end;
    }
    boolean plain = magnitude - 1 >= 0 && magnitude < FloatScaling.INFINITY && end >= 0;
    return plain && !isRounded(b, from, end, value) ? end : NONE;
  }

  /**
   * Whether a number of 2^24 or more is written as an integer, without an exponent, that its float
   * is not.
   *
   * @param from where its text begins
   * @param to where its text ends
   * @param number the float
   */
  public static boolean isRounded(byte[] b, int from, int to, float number) {
    int first = b[from] == '-' || b[from] == '+' ? from + 1 : from;
    int p = first;
    long digits = 0;
    for (; p < to && isDigit(b[p]); p++) {
      digits = digits * 10 + b[p] - '0';
    }
    int end = p;
    for (p += p < to && b[p] == '.' ? 1 : 0; p < to && b[p] == '0'; p++) {
      continue; // zeros after a point
    }
    double magnitude = Math.abs((double) number);
    if (p < to || end - first <= MAX_DIGITS - 1) {
      return p == to && digits != (long) magnitude;
    }
    var exact = new BigDecimal(new String(b, first, end - first, StandardCharsets.ISO_8859_1));
    return exact.compareTo(new BigDecimal(magnitude)) != 0;
  }

  /**
   * Returns a number that was read as the nearest double.
   *
   * @param from where its text begins
   * @param to where its text ends
   * @param number the float that {@link #parse} gave
   */
  public static double exact(byte[] b, int from, int to, float number) {
    int p = b[from] == '-' || b[from] == '+' ? from + 1 : from;
    while (p < to && isDigit(b[p])) {
      p++;
    }
    boolean isSmall = p == to && to - from <= FLOAT_DIGITS;
    boolean isNamed = !isDigit(b[to - 1]) && b[to - 1] != '.';
    return isSmall || isNamed
        ? number
        : Double.parseDouble(new String(b, from, to - from, StandardCharsets.ISO_8859_1));
  }

  private int withExponent(
      byte[] b, int from, int first, int letter, long digits, int count, int exponent) {
    int end = exponentEnd(b, letter);
    return end < 0
        ? scaled(b, from, first, letter, digits, count, exponent)
        : scaled(b, from, first, end, digits, count, shift(exponent, b, letter + 1, end));
  }

  private int scaled(byte[] b, int from, int first, int end, long digits, int count, int exponent) {
    if (count <= MAX_DIGITS && exponent >= -22 && exponent <= 22) {
      double value = exponent < 0 ? digits / TENS[-exponent] : digits * TENS[exponent];
      if (!mayRoundTwice(digits, value)) {
        this.value = b[from] == '-' ? (float) -value : (float) value;
        return end;
      }
    }
    return large(b, from, first, end, digits, count, exponent);
  }

  /**
   * Whether narrowing a double, which digits were scaled to in one operation, may give another
   * float than the digits themselves: they are not exact as a double, or the double is in the
   * middle between two floats.
   */
  private static boolean mayRoundTwice(long digits, double scaled) {
    return (digits & -1L << 53) != 0 || (Double.doubleToRawLongBits(scaled) & LOW_BITS) == MIDDLE;
  }

  /** Returns the number that was read last. */
  public float value() {
    return value;
  }

  /** Returns eight bytes, each exclusive-ored with '0', the first in the lowest. */
  public static long eight(byte[] b, int from) {
    return word(b, from) ^ ZEROS;
  }

  /** Returns eight bytes, the first in the lowest. */
  public static long word(byte[] b, int from) {
    return LittleEndian.getLong(b, from);
  }

  /**
   * The top bit of the first of eight bytes, from the lowest on, that is no digit; 64 if all are.
   * Each was exclusive-ored with '0'.
   */
  public static int firstOther(long word) {
    long other = (word + 0x7676767676767676L | word) & TOP_BITS;
    return Long.numberOfTrailingZeros(other);
  }

  /** How many of eight bytes, from the lowest on, are digits; each was exclusive-ored with '0'. */
  public static int leadingDigits(long word) {
    return firstOther(word) >>> 3;
  }

  /** The number that the lowest bytes, each 0 to 9, are the digits of, the first in the lowest. */
  static long number(long word, int count) {
    int half = 32 - 4 * count; // in two steps: no shift by 64
    return eightDigits(word << half << half);
  }

  /** The same for at least one digit. */
  public static long someDigits(long word, int count) {
    return eightDigits(word << -8 * count);
  }

  /** The number of eight digits; where there were fewer, bytes of 0 are before them. */
  static long eightDigits(long eight) {
    long pairs = eight * (1 + (10 << 8)) >>> 8 & 0x00FF00FF00FF00FFL;
    long fours = pairs * (1 + (100 << 16)) >>> 16 & 0x0000FFFF0000FFFFL;
    return fours * (1 + (10000L << 32)) >>> 32;
  }

  /** The index after an exponent whose letter is at an index, -1 when it has no digit. */
  private static int exponentEnd(byte[] b, int letter) {
    int p = letter + 1;
    if (b[p] == '-' || b[p] == '+') {
      p++;
    }
    int digits = p;
    while (isDigit(b[p])) {
      p++;
    }
    return p == digits ? -1 : p;
  }

  /** An exponent plus the written one; far beyond a float's range, it stays just far beyond. */
  private static int shift(int exponent, byte[] b, int from, int to) {
    int written = 0;
    for (int p = isDigit(b[from]) ? from : from + 1; p < to; p++) {
      written = (int) Math.min(written * 10L + b[p] - '0', EXPONENT_LIMIT);
    }
    return exponent + (b[from] == '-' ? -written : written);
  }

  private int large(byte[] b, int from, int first, int end, long digits, int count, int exponent) {
    boolean more = false;
    if (count > MAX_DIGITS) {
      digits = 0;
      int taken = 0;
      for (int p = first; p < end && (b[p] | 0x20) != 'e'; p++) {
        int d = b[p] - '0';
        if (b[p] == '.' || taken == 0 && d == 0) {
          continue;
        }
        if (taken < MAX_DIGITS) {
          digits = digits * 10 + d;
          taken++;
        } else {
          more |= d != 0;
          exponent++;
        }
      }
    }
    int bits = FloatScaling.bits(digits, exponent, more);
    if (bits == FloatScaling.UNDECIDED) {
      String token = new String(b, first, end - first, StandardCharsets.ISO_8859_1);
      bits = Float.floatToRawIntBits(Float.parseFloat(token));
    }
    float magnitude = Float.intBitsToFloat(bits);
    value = b[from] == '-' ? -magnitude : magnitude;
    return end;
  }

  /** Infinity and nan, after an optional sign. */
  private int named(byte[] b, int from, int first) {
    if (b[first] == '.') {
      return NONE;
    }
    if (matches(b, first, "nan")) {
      value = Float.NaN;
      return first + 3;
    }
    if (!matches(b, first, "inf")) {
      return NONE;
    }
    value = b[from] == '-' ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY;
    return matches(b, first + 3, "inity") ? first + 8 : first + 3;
  }

  /** Whether letters are at an index, in either case. The first other byte ends the check. */
  private static boolean matches(byte[] b, int at, String letters) {
    for (int i = 0; i < letters.length(); i++) {
      if ((b[at + i] | 0x20) != letters.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  public static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
