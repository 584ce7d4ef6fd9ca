// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.spec;

import dev.recordio.conf.Suggestion;
import java.util.List;
import java.util.Locale;

/** Words for errors: what a user may have meant by a wrong word. */
final class Mistake {
  private Mistake() {}

  /** Returns the nearest of the right words, else all of them. */
  static String instead(String wrong, List<String> right) {
    List<String> near = near(wrong, right);
    return near.isEmpty()
        ? (right.size() == 1 ? "there is " : "there are ") + String.join(", ", right)
        : question(near);
  }

  /** Returns the nearest of the right words, after a semicolon, or an empty string. */
  static String nearest(String wrong, List<String> right) {
    List<String> near = near(wrong, right);
    return near.isEmpty() ? "" : "; " + question(near);
  }

  private static List<String> near(String wrong, List<String> right) {
    return Suggestion.near(wrong.toLowerCase(Locale.ROOT), right);
  }

  private static String question(List<String> near) {
    return "did you mean " + String.join(" or ", near) + "?";
  }
}
