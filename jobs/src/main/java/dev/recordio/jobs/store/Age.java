// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.conf.InvalidSettingException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A length of time on the command line: {@code 7d}, {@code 12h}, {@code 30m}, {@code 45s}. */
final class Age {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})([dhms])");

  private Age() {}

  /**
   * Returns milliseconds.
   *
   * @throws InvalidSettingException when the text is no length of time
   */
  static long parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new InvalidSettingException(
          "'" + text + "' is no length of time: write 7d, 12h or 30m");
    }
    TimeUnit unit =
        switch (matcher.group(2)) {
          case "d" -> TimeUnit.DAYS;
          case "h" -> TimeUnit.HOURS;
          case "m" -> TimeUnit.MINUTES;
          default -> TimeUnit.SECONDS;
        };
    return unit.toMillis(Long.parseLong(matcher.group(1)));
  }
}
