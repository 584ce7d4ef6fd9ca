// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.jobs.arrange.census.ArrangeJob;
import java.io.PrintStream;

/** Warnings about the keys of an input, after its census. */
final class KeyWarnings {
  private static final int MAX_MISFITS_SHOWN = 3;

  private KeyWarnings() {}

  static void print(ArrangeJob arrange, PrintStream err) {
    arrange.misfits().stream()
        .limit(MAX_MISFITS_SHOWN)
        .forEach(misfit -> err.println("warning: " + misfit + "; its keys are not kept"));
    if (arrange.misfits().size() > MAX_MISFITS_SHOWN) {
      err.printf("warning: %,d indexes do not fit%n", arrange.misfits().size());
    }
    long files = arrange.filesWithoutKeys();
    if (files > 0) {
      err.printf(
          "warning: %,d %s no .idx that fits; the keys of %s records are their numbers in the input%n",
          files, files == 1 ? "file has" : "files have", files == 1 ? "its" : "their");
    }
    long repeated = arrange.repeatedKeys();
    if (repeated > 0) {
      err.printf(
          "warning: %,d records have a key that an earlier one has; all are kept%n", repeated);
    }
    if (repeated < 0) {
      err.println("warning: there are too many records to look whether keys come more than once");
    }
  }
}
