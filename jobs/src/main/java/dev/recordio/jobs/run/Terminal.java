// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

/** What stands at the other end of stderr. */
final class Terminal {
  /** Set by bin/recordio when stderr is a terminal: its width in columns. */
  static final String COLUMNS = "RECORDIO_COLUMNS";

  private static final int DEFAULT_COLUMNS = 80;

  private Terminal() {}

  /** Width of the terminal, or 0 when stderr is none. */
  static int columns() {
    String columns = System.getenv(COLUMNS);
    if (columns != null && columns.matches("[0-9]{1,4}")) {
      return Math.max(Integer.parseInt(columns), 20);
    }
    return System.console() == null ? 0 : DEFAULT_COLUMNS;
  }
}
