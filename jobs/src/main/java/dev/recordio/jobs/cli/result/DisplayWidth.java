// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli.result;

import org.jline.utils.WCWidth;

/**
 * The columns of a terminal that a text takes: Chinese, Japanese and Korean characters and emoji
 * take two, combining marks none.
 */
public final class DisplayWidth {
  private DisplayWidth() {}

  /** Returns the columns that a text takes. */
  public static int of(String text) {
    return text.codePoints().map(c -> Math.max(0, WCWidth.wcwidth(c))).sum();
  }

  /** Returns the text with spaces after it, so that it takes a number of columns at least. */
  public static String pad(String text, int columns) {
    return text + " ".repeat(Math.max(0, columns - of(text)));
  }

  /** Returns as much of the text's beginning as takes at most a number of columns. */
  public static String cut(String text, int columns) {
    int end = 0;
    for (int used = 0; end < text.length(); ) {
      int c = text.codePointAt(end);
      used += Math.max(0, WCWidth.wcwidth(c));
      if (used > columns) {
        break;
      }
      end += Character.charCount(c);
    }
    return text.substring(0, end);
  }
}
