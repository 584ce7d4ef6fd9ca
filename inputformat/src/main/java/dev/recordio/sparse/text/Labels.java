// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import java.util.Locale;
import java.util.Map;

/**
 * What the argument {@code labels} says: whether rows begin with a label, with none, or several.
 */
enum Labels {
  /** They do. */
  FIRST,
  /** They don't: the first token is a feature, and all labels are 0. */
  NONE,
  /** They begin with any number of label ids, with commas between. */
  ALL;

  /** The argument's name. */
  static final String NAME = "labels";

  /** Returns what the arguments of a format say; null when they say nothing. */
  static Labels of(Map<String, String> arguments) {
    String said = arguments.get(NAME);
    if (said == null) {
      return null;
    }
    for (Labels labels : values()) {
      if (labels.name().toLowerCase(Locale.ROOT).equals(said)) {
        return labels;
      }
    }
    throw new IllegalArgumentException(
        NAME + " is '" + said + "'; it takes one of first, none, all");
  }
}
