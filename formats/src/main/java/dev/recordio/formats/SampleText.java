// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats;

import dev.recordio.bytes.Excerpt;
import dev.recordio.bytes.MalformedRecordException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Labels and keys of text, and of numbers of other types. Labels are float32: fractions are rounded
 * to the nearest, as everywhere; a whole number that float32 does not have, and a finite number
 * beyond its range, are errors: the labels of two classes may not become one. Keys are decimal
 * digits of an unsigned number of 64 bits, and nothing else.
 */
public final class SampleText {
  /** What is expected of a key, for errors. */
  public static final String EXPECTED_KEY =
      "a whole number from 0 to 2^64 - 1 in decimal digits as key";

  private static final String EXPECTED_WHOLE = "a whole number that float32 holds exactly as label";
  private static final String EXPECTED_FINITE = "a number within the range of float32 as label";

  /** More than the digits of any number that float32 has. */
  private static final int MAX_WHOLE = 64;

  private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]+");
  private static final Pattern NUMBER =
      Pattern.compile(
          "[+-]?(?:([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?|inf|Infinity|nan|NaN)");
  private static final Pattern WORD = Pattern.compile("\\S+");

  private static final long MAX_TENTH = Long.divideUnsigned(-1, 10);
  private static final int MAX_SHOWN = 40;

  private SampleText() {}

  /**
   * Returns a whole number as a label.
   *
   * @throws NumberFormatException when float32 does not have it
   */
  public static float label(long whole) {
    float label = whole;
    // 2^63 as a float becomes 2^63 - 1 as a long, which may be what it was rounded from.
    if ((long) label != whole || label == 0x1p63f) {
      throw new NumberFormatException(EXPECTED_WHOLE);
    }
    return label;
  }

  /** Returns an unsigned whole number as a label, as {@link #label(long)}. */
  public static float unsignedLabel(long bits) {
    return bits >= 0 ? label(bits) : label(new BigInteger(Long.toUnsignedString(bits)));
  }

  /** Returns a whole number as a label, as {@link #label(long)}. */
  static float label(BigInteger whole) {
    if (whole.bitLength() < Long.SIZE) {
      return label(whole.longValue());
    }
    float label = whole.floatValue();
    if (Float.isInfinite(label) || !new BigDecimal(label).toBigInteger().equals(whole)) {
      throw new NumberFormatException(EXPECTED_WHOLE);
    }
    return label;
  }

  /**
   * Returns a number as a label, rounded to the nearest; NaN and infinities stay.
   *
   * @throws NumberFormatException when it is finite and beyond the range of float32
   */
  public static float label(double number) {
    float label = (float) number;
    if (Float.isInfinite(label) && !Double.isInfinite(number)) {
      throw new NumberFormatException(EXPECTED_FINITE);
    }
    return label;
  }

  /**
   * Adds a whole number as Python's {@code int()} reads it. White space around it, such as the end
   * of a line, is allowed.
   *
   * @param offset of the text in the file, for errors
   * @throws MalformedRecordException without the file's name, when it is no whole number that
   *     float32 holds
   */
  public static void addWhole(byte[] text, int from, int count, long offset, Sample sample)
      throws MalformedRecordException {
    int start = from;
    int end = from + count;
    while (start < end && isBlank(text[start])) {
      start++;
    }
    while (start < end && isBlank(text[end - 1])) {
      end--;
    }
    String digits =
        new String(text, start, Math.min(end - start, MAX_WHOLE), StandardCharsets.ISO_8859_1);
    if (end - start > MAX_WHOLE || !WHOLE.matcher(digits).matches()) {
      throw malformed(offset, "a whole number", Excerpt.of(text, from, from + count));
    }
    try {
      sample.addLabel(label(new BigInteger(digits)));
    } catch (NumberFormatException e) {
      throw malformed(offset, e.getMessage(), digits);
    }
  }

  /**
   * Adds the numbers of a text, with white space between.
   *
   * @param offset of the text in the file, for errors
   * @throws MalformedRecordException without the file's name, when there is none, or something else
   */
  public static void addNumbers(byte[] text, int from, int count, long offset, Sample sample)
      throws MalformedRecordException {
    Matcher words = WORD.matcher(new String(text, from, count, StandardCharsets.ISO_8859_1));
    boolean any = false;
    while (words.find()) {
      sample.addLabel(number(words.group(), offset + words.start()));
      any = true;
    }
    if (!any) {
      throw malformed(offset, "at least one number", "none");
    }
  }

  private static float number(String word, long offset) throws MalformedRecordException {
    Matcher number = NUMBER.matcher(word);
    if (!number.matches()) {
      throw malformed(offset, "numbers", Excerpt.of(word));
    }
    try {
      if (WHOLE.matcher(word).matches() && word.length() <= MAX_WHOLE && !word.startsWith("-0")) {
        return label(new BigInteger(word));
      }
      return label(Double.parseDouble(javaSpelling(word, number)));
    } catch (NumberFormatException e) {
      throw malformed(offset, e.getMessage(), Excerpt.of(word));
    }
  }

  private static String javaSpelling(String word, Matcher number) {
    if (number.group(1) != null) {
      return word;
    }
    return word.replace("nan", "NaN").replaceFirst("inf$", "Infinity");
  }

  private static boolean isBlank(byte c) {
    return c == ' ' || c >= '\t' && c <= '\r';
  }

  private static MalformedRecordException malformed(long offset, String expected, String found) {
    return new MalformedRecordException("malformed label", null, offset, -1, expected, found);
  }

  /**
   * Reads a key. Leading zeros are allowed; signs, spaces and digits outside ASCII are not.
   *
   * @throws NumberFormatException when it is none, or beyond 2^64 - 1
   */
  public static long key(byte[] text, int from, int to) {
    if (from == to) {
      throw new NumberFormatException(EXPECTED_KEY);
    }
    long key = 0;
    for (int i = from; i < to; i++) {
      int digit = text[i] - '0';
      boolean fits =
          digit >= 0
              && digit <= 9
              && Long.compareUnsigned(key, MAX_TENTH) <= 0
              && Long.compareUnsigned(key * 10, -1L - digit) <= 0;
      if (!fits) {
        throw new NumberFormatException(EXPECTED_KEY);
      }
      key = key * 10 + digit;
    }
    return key;
  }

  /** Reads a key, as {@link #key(byte[], int, int)}. */
  public static long key(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return key(bytes, 0, bytes.length);
  }

  /** Returns what was found in place of a key, for errors: quoted, its beginning if it is long. */
  public static String found(String text) {
    return text.length() <= MAX_SHOWN
        ? "'" + text + "'"
        : "'" + text.substring(0, MAX_SHOWN) + "…' of " + text.length() + " characters";
  }
}
