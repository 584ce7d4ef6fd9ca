// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/**
 * Labels as text: read like Python's {@code float()} followed by packing to float32, written like
 * its {@code "%f"}. Neither depends on the locale.
 */
final class LabelText {
  private static final double[] POWERS_OF_TEN = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  /** Below this one more decimal digit still fits a long. */
  private static final long ROOM_FOR_A_DIGIT = 100_000_000_000_000_000L;

  private static final int NEGATIVE_NAN = 0xFFC00000;
  private static final int DECIMALS = 6;

  private LabelText() {}

  /**
   * Reads the label in {@code [from, to)}: an optional sign, then a decimal number with an optional
   * exponent, or {@code nan}, {@code inf}, {@code infinity} in any case. Underscores, hexadecimal
   * numbers and type suffixes are refused, and so are digits outside ASCII.
   *
   * <p>The text is rounded to a double and that to a float, two roundings, because Python's are.
   *
   * @throws NumberFormatException whose message says what was expected
   */
  static float parse(byte[] text, int from, int to) {
    boolean negative = from < to && text[from] == '-';
    int begin = negative || from < to && text[from] == '+' ? from + 1 : from;
    if (isWord(text, begin, to, "nan")) {
      return negative ? Float.intBitsToFloat(NEGATIVE_NAN) : Float.NaN;
    }
    double magnitude;
    if (isWord(text, begin, to, "inf") || isWord(text, begin, to, "infinity")) {
      magnitude = Double.POSITIVE_INFINITY;
    } else {
      magnitude = parseDecimal(text, begin, to);
      if (Float.isInfinite((float) magnitude)) {
        throw new NumberFormatException("a number that fits float32, or inf");
      }
    }
    return (float) (negative ? -magnitude : magnitude);
  }

  private static double parseDecimal(byte[] text, int from, int to) {
    long digits = 0;
    boolean exact = true;
    int point = -1;
    int at = from;
    for (; at < to; at++) {
      if (isDigit(text[at])) {
        exact &= digits < ROOM_FOR_A_DIGIT;
        digits = exact ? digits * 10 + (text[at] - '0') : digits;
      } else if (text[at] == '.' && point < 0) {
        point = at;
      } else {
        break;
      }
    }
    int mantissaBytes = at - from;
    boolean wellFormed = mantissaBytes > (point < 0 ? 0 : 1) && isExponent(text, at, to);
    if (!wellFormed) {
      throw new NumberFormatException("a decimal number, nan or inf");
    }
    int decimals = point < 0 ? 0 : at - point - 1;
    // Both operands of the division are exact doubles then, so it rounds once, and correctly.
    if (at == to && exact && digits <= 1L << 53 && decimals < POWERS_OF_TEN.length) {
      return digits / POWERS_OF_TEN[decimals];
    }
    return Double.parseDouble(new String(text, from, to - from, StandardCharsets.ISO_8859_1));
  }

  /** True when {@code [from, to)} is empty or an exponent: e, an optional sign, digits. */
  private static boolean isExponent(byte[] text, int from, int to) {
    if (from == to) {
      return true;
    }
    int at = from + 1;
    if ((text[from] | 0x20) != 'e' || at == to) {
      return false;
    }
    if (text[at] == '+' || text[at] == '-') {
      at++;
    }
    if (at == to) {
      return false;
    }
    while (at < to && isDigit(text[at])) {
      at++;
    }
    return at == to;
  }

  static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isWord(byte[] text, int from, int to, String lowerCaseWord) {
    if (to - from != lowerCaseWord.length()) {
      return false;
    }
    for (int i = from; i < to; i++) {
      if ((text[i] | 0x20) != lowerCaseWord.charAt(i - from)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Appends a label so that {@link #parse} returns the same bits: with six decimals if that is
   * enough.
   */
  static void appendExactTo(StringBuilder out, float label) {
    if (Float.isNaN(label)) {
      out.append(Float.floatToRawIntBits(label) < 0 ? "-nan" : "nan");
      return;
    }
    int start = out.length();
    appendTo(out, label);
    boolean exact = label == (int) label || Float.isInfinite(label);
    if (!exact && (float) Double.parseDouble(out.substring(start)) != label) {
      out.setLength(start);
      out.append((double) label); // of a double, so that reading it rounds once
    }
  }

  /**
   * Appends a label with six decimals. The exact binary value is rounded, half to even, as C and
   * Python do; {@code String.format} rounds the shortest decimal form instead and differs.
   */
  static void appendTo(StringBuilder out, float label) {
    if (Float.isNaN(label)) {
      out.append("nan");
      return;
    }
    if (Float.floatToRawIntBits(label) < 0) {
      out.append('-');
    }
    float magnitude = Math.abs(label);
    if (Float.isInfinite(magnitude)) {
      out.append("inf");
    } else if (magnitude == (int) magnitude && magnitude < Integer.MAX_VALUE) {
      out.append((int) magnitude).append(".000000");
    } else {
      out.append(
          new BigDecimal(magnitude).setScale(DECIMALS, RoundingMode.HALF_EVEN).toPlainString());
    }
  }
}
