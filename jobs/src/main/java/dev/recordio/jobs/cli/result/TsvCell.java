// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli.result;

import dev.recordio.bytes.NameText;

/**
 * A cell of a tab-separated table of a command: what would end the cell or its line, or command a
 * terminal, is escaped as {@link NameText} does it.
 */
public final class TsvCell {
  private TsvCell() {}

  /** Returns a text escaped for a cell. */
  public static String escape(String text) {
    return NameText.escape(text);
  }

  /**
   * Returns the text of a cell that {@link #escape} escaped.
   *
   * @throws IllegalArgumentException when it is not such a cell
   */
  public static String unescape(String cell) {
    return NameText.unescape(cell);
  }
}
