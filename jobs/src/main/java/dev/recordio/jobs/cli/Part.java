// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/**
 * {@code K/N}: one of N parts of an input.
 *
 * @param index K, from 0, below count
 * @param count N, 1 or more
 */
public record Part(int index, int count) {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})/([0-9]{1,9})");

  /**
   * Reads a part such as {@code 0/4}.
   *
   * @throws TypeConversionException when the text is not a part, or K is not below N
   */
  public static Part parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is no part: write K/N, such as 0/4");
    }
    Part part = new Part(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    if (part.index >= part.count) {
      throw new TypeConversionException(
          "'" + text + "' is no part: K counts from 0 and is below N");
    }
    return part;
  }

  @Override
  public String toString() {
    return index + "/" + count;
  }
}
