// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.conf.Suggestion;
import java.util.Collection;
import java.util.List;

/** The question about a wrong word, the hint of an error. */
final class DidYouMean {
  private DidYouMean() {}

  /** Returns one line without its end; an empty text when no known word is near. */
  static String hint(String wrong, Collection<String> known) {
    List<String> near = Suggestion.nearest(wrong, known);
    return near.isEmpty() ? "" : "Did you mean " + String.join(" or ", near) + "?";
  }
}
