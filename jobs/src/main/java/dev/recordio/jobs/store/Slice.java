// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.conf.InvalidSettingException;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A slice as Python writes it, {@code A:B:C}: from A, before B, every C-th. Each may be omitted;
 * negative A and B count from the end, and both are clipped to the records that there are.
 *
 * @param from A, or null
 * @param to B, or null
 * @param step C, not 0
 */
record Slice(Long from, Long to, long step) {
  private static final String NUMBER = "\\s*([+-]?[0-9]*)\\s*";
  private static final Pattern FORM =
      Pattern.compile(NUMBER + ":" + NUMBER + "(?::" + NUMBER + ")?");

  /** No store has more records, and the sum of two fits a long. */
  private static final BigInteger MAX = BigInteger.ONE.shiftLeft(61);

  /**
   * Reads a slice.
   *
   * @throws InvalidSettingException when the text is none, or its step is 0
   */
  static Slice parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw wrong(text, "write A:B or A:B:C, such as 0:100 or ::-1");
    }
    Long step = matcher.group(3) == null ? null : number(matcher.group(3), text);
    if (step != null && step == 0) {
      throw wrong(text, "its step is 0");
    }
    return new Slice(
        number(matcher.group(1), text), number(matcher.group(2), text), step == null ? 1 : step);
  }

  private static InvalidSettingException wrong(String text, String why) {
    return new InvalidSettingException("'" + text + "' is no slice: " + why);
  }

  private static Long number(String digits, String text) {
    if (digits.isEmpty()) {
      return null;
    }
    try {
      return new BigInteger(digits).max(MAX.negate()).min(MAX).longValue();
    } catch (NumberFormatException e) {
      throw wrong(text, "'" + digits + "' is no number");
    }
  }

  /** Returns the ids of the slice in a store of so many records, as Python's {@code range} has. */
  Ids of(long length) {
    long first = clip(from, length, step > 0 ? 0 : length - 1);
    long end = clip(to, length, step > 0 ? length : -1);
    long span = step > 0 ? end - first : first - end;
    long count = span <= 0 ? 0 : (span - 1) / Math.abs(step) + 1;
    return new Ids(first, step, count);
  }

  private long clip(Long bound, long length, long omitted) {
    if (bound == null) {
      return omitted;
    }
    long place = bound < 0 ? bound + length : bound;
    return step > 0
        ? Math.max(0, Math.min(length, place))
        : Math.max(-1, Math.min(length - 1, place));
  }
}
