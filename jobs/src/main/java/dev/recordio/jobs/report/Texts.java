// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.jobs.cli.result.Totals;
import java.util.Locale;

/** Numbers and names as a report shows them. */
final class Texts {
  private static final String[] THOUSANDS = {"", "k", "M", "G", "T", "P", "E"};
  private static final int KILO = 1000;

  private Texts() {}

  /** Returns a pattern with words in place of each {@code %s}. */
  static String say(String pattern, Object... words) {
    return String.format(Locale.ROOT, pattern, words);
  }

  /** Returns a whole number with separators between thousands. */
  static String count(long number) {
    return say("%,d", number);
  }

  /** Returns a number with a noun, which is a plural unless the number is one. */
  static String count(long number, String noun) {
    return count(number) + " " + of(number, noun, plural(noun));
  }

  /** Returns a number with a noun and a verb: 1 row has, 2 rows have. */
  static String having(long number, String noun) {
    return count(number, noun) + of(number, " has", " have");
  }

  /** Returns the word for one, or the word for many. */
  static String of(long number, String one, String many) {
    return number == 1 ? one : many;
  }

  /** Returns the plural of a noun: entries, rows. */
  static String plural(String noun) {
    return noun.endsWith("ry") ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s";
  }

  /** Returns a number of bytes in the largest unit that leaves at least one. */
  static String bytes(double bytes) {
    return Totals.human(Math.round(bytes)).replace(".0 ", " ");
  }

  /** Returns a number in a few characters, for axes: {@code 1.5k}. */
  static String compact(double number) {
    int unit = 0;
    double rest = number;
    while (Math.abs(rest) >= KILO && unit < THOUSANDS.length - 1) {
      rest /= KILO;
      unit++;
    }
    return say(rest < 10 ? "%.1f" : "%.0f", rest).replaceFirst("\\.0$", "") + THOUSANDS[unit];
  }

  /** Returns a part as a percentage. */
  static String percent(double part) {
    double percent = 100 * part;
    return say(percent == 0 || percent == 100 ? "%.0f %%" : "%.1f %%", percent);
  }

  /** Returns a part of a whole as a percentage. */
  static String percent(long part, long whole) {
    return percent(whole == 0 ? 0 : (double) part / whole);
  }

  /** Returns a text with at most so many characters; of a longer one the middle is left out. */
  static String shorten(String text, int most) {
    int points = text.codePointCount(0, text.length());
    if (points <= most) {
      return text;
    }
    int head = (most - 1) / 2;
    int tail = most - 1 - head;
    return text.substring(0, text.offsetByCodePoints(0, head))
        + "…"
        + text.substring(text.offsetByCodePoints(text.length(), -tail));
  }
}
