// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/**
 * A SIZE on the command line: a number of bytes, or a number with k, m, g or t, in steps of 1024,
 * as in Hadoop's own size keys; 512mb and 512MiB are the same as 512m.
 *
 * @param bytes 0 or more
 */
public record Size(long bytes) {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,19})(?:([kmgt])(?:i?b)?|b)?");
  private static final String UNITS = "kmgt";

  /**
   * Reads a size such as {@code 512m}.
   *
   * @throws TypeConversionException when the text is not a size, or is 2^63 or more
   */
  public static Size parse(String text) {
    Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
    if (matcher.matches()) {
      int shift = matcher.group(2) == null ? 0 : 10 * (UNITS.indexOf(matcher.group(2)) + 1);
      try {
        return new Size(Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << shift));
      } catch (ArithmeticException | NumberFormatException e) {
        throw new TypeConversionException("'" + text + "' is beyond 2^63 bytes");
      }
    }
    throw new TypeConversionException("'" + text + "' is no size: write 1048576, 512m or 1g");
  }

  /** The bytes in digits: the form that a configuration key takes. */
  @Override
  public String toString() {
    return Long.toString(bytes);
  }
}
