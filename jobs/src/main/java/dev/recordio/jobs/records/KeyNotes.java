// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import dev.recordio.conf.Notes;
import dev.recordio.jobs.records.census.ArrangeJob;
import java.util.Locale;

/** Notes on the keys of an input, after its census. */
final class KeyNotes {
  private static final int MAX_MISFITS_SHOWN = 3;

  private KeyNotes() {}

  static void say(ArrangeJob arrange) {
    arrange.misfits().stream()
        .limit(MAX_MISFITS_SHOWN)
        .forEach(misfit -> Notes.say(misfit + "; its keys are not kept"));
    if (arrange.misfits().size() > MAX_MISFITS_SHOWN) {
      say("%,d indexes do not fit", arrange.misfits().size());
    }
    long files = arrange.filesWithoutKeys();
    if (files > 0) {
      say(
          "%,d %s no .idx that fits; the keys of %s records are their numbers in the input",
          files, files == 1 ? "file has" : "files have", files == 1 ? "its" : "their");
    }
    long repeated = arrange.repeatedKeys();
    if (repeated > 0) {
      say("%,d records have a key that an earlier one has; all are kept", repeated);
    }
    if (repeated < 0) {
      Notes.say("there are too many records to look whether keys come more than once");
    }
  }

  private static void say(String note, Object... numbers) {
    Notes.say(String.format(Locale.ROOT, note, numbers));
  }
}
