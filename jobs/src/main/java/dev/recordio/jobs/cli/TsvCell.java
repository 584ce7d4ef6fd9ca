// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A cell of a tab-separated table: what would end the cell or its line is escaped as {@code \t},
 * {@code \n} or {@code \r}, and a backslash as two.
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class TsvCell {
  private static final String RAW = "\\\t\n\r";
  private static final String LETTERS = "\\tnr";

  private TsvCell() {}

  /** Returns a text escaped for a cell. */
  public static String escape(String text) {
    var cell = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int special = RAW.indexOf(c);
      if (special < 0) {
        cell.append(c);
      } else {
        cell.append('\\').append(LETTERS.charAt(special));
      }
    }
    return cell.toString();
  }

  /** Returns the text of a cell that {@link #escape} escaped. */
  public static String unescape(String cell) {
    var text = new StringBuilder(cell.length());
    for (int i = 0; i < cell.length(); i++) {
      char c = cell.charAt(i);
      text.append(c == '\\' ? RAW.charAt(LETTERS.indexOf(cell.charAt(++i))) : c);
    }
    return text.toString();
  }
}
