// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.bytes.Excerpt;
import dev.recordio.bytes.MalformedRecordException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Labels in files of text: whole numbers as Python's {@code int()} reads them, or numbers. */
final class TextLabels {
  private static final String WHAT = "malformed label";

  /** More than the digits of any number that float32 has. */
  private static final int MAX_WHOLE = 64;

  private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]+");
  private static final Pattern NUMBER =
      Pattern.compile(
          "[+-]?(?:([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?|inf|Infinity|nan|NaN)");
  private static final Pattern WORD = Pattern.compile("\\S+");

  private TextLabels() {}

  /**
   * Adds the label of a {@code .cls}. White space around it, such as the end of a line, is allowed.
   *
   * @param offset of the text in the file, for errors
   * @throws MalformedRecordException without the file's name, when it is no whole number that
   *     float32 holds
   */
  static void addWhole(byte[] text, int from, int count, long offset, Sample sample)
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
      sample.addLabel(SampleLabels.ofWhole(new BigInteger(digits)));
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
  static void addNumbers(byte[] text, int from, int count, long offset, Sample sample)
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
        return SampleLabels.ofWhole(new BigInteger(word));
      }
      return SampleLabels.of(Double.parseDouble(javaSpelling(word, number)));
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
    return new MalformedRecordException(WHAT, null, offset, -1, expected, found);
  }
}
