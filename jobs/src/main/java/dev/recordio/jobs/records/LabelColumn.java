// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import dev.recordio.jobs.run.error.UsageException;
import picocli.CommandLine.Option;

/** Which label of a record is its class. */
final class LabelColumn {
  private static final String NAME = "--label-column";

  @Option(
      names = NAME,
      paramLabel = "K",
      description = "Which of several labels of a record is its class, from 0.")
  private Integer column;

  /**
   * Returns the column; null if the option was not given.
   *
   * @throws UsageException when it is negative
   */
  Integer get() {
    if (column != null && column < 0) {
      throw new UsageException(NAME + " is " + column + "; labels are counted from 0");
    }
    return column;
  }

  /**
   * Checks that the command needs the class of a record.
   *
   * @param when the options with which it does
   */
  void onlyWith(boolean needed, String when) {
    if (column != null && !needed) {
      throw new UsageException(NAME + " goes with " + when);
    }
  }
}
