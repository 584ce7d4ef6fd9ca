// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import picocli.CommandLine.Option;

/** The options that name records: {@code --ids} or {@code --slice}. */
final class IdsOption {
  @Option(
      names = "--ids",
      paramLabel = "IDS",
      description = {
        "The records, such as 5,2,2,9; or @FILE, a .npy of whole numbers, or a text with a number a"
            + " line."
      })
  private String ids;

  @Option(
      names = "--slice",
      paramLabel = "A:B:C",
      description = "The records of a slice of Python's: from A, before B, every C-th.")
  private String slice;

  /** Returns the text of {@code --ids}; null when it was not given. */
  String ids() {
    return ids;
  }

  /** Returns the text of {@code --slice}; null when it was not given. */
  String slice() {
    return slice;
  }
}
