// SPDX-License-Identifier: Apache-2.0
package dev.recordio.conf;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of records by their numbers over the whole input, written {@code A-B}.
 *
 * @param first the first number, from 0
 * @param last the last one, which is part of the range
 */
public record RecordNumberRange(long first, long last) {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})");

  /**
   * Reads a range such as {@code 1000-1999}.
   *
   * @throws InvalidSettingException when the text is no such range
   */
  public static RecordNumberRange parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (matcher.matches()) {
      var rows =
          new RecordNumberRange(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)));
      if (rows.first <= rows.last) {
        return rows;
      }
    }
    throw new InvalidSettingException(
        "'" + text + "' is no range of records: write A-B, such as 0-9, A not above B");
  }

  /** Returns the range as it is written. A record's own method would cost a start milliseconds. */
  @Override
  public String toString() {
    return first + "-" + last;
  }
}
