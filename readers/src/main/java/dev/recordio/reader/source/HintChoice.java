// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.reader.Stage.Hint;
import java.util.List;

/** Chooses where to begin to read, of the places that are known. */
final class HintChoice {
  private HintChoice() {}

  /** Returns the last place that is not after item {@code ordinal}: the start, if there is none. */
  static Hint best(List<Hint> known, long ordinal) {
    Hint best = Hint.START;
    for (Hint hint : known) {
      if (hint.ordinal() <= ordinal && hint.ordinal() > best.ordinal()) {
        best = hint;
      }
    }
    return best;
  }

  /** Returns the first of the places; the start, if there is none. */
  static Hint first(List<Hint> known) {
    Hint first = known.isEmpty() ? Hint.START : known.get(0);
    for (Hint hint : known) {
      first = hint.ordinal() < first.ordinal() ? hint : first;
    }
    return first;
  }
}
