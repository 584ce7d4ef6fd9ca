// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.spec;

import dev.recordio.conf.Suggestion;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of sources, before a colon.
 *
 * @param known all of them, in lower case and sorted
 */
record Prefixes(List<String> known) {
  private static final Pattern BEGINNING = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(/?/?)");

  static Prefixes of(Collection<String> known) {
    return new Prefixes(
        known.stream().map(name -> name.toLowerCase(Locale.ROOT)).distinct().sorted().toList());
  }

  /** Returns what is located before the first colon, when it is a known name; else null. */
  String of(String source) {
    Matcher beginning = BEGINNING.matcher(source);
    String name = beginning.lookingAt() ? beginning.group(1).toLowerCase(Locale.ROOT) : null;
    return known.contains(name) ? name : null;
  }

  /**
   * Returns what is wrong with the beginning of a source without a known name, or null: a wrong
   * name which is neither a URI's scheme nor written as one.
   */
  String complaint(String source) {
    Matcher beginning = BEGINNING.matcher(source);
    if (!beginning.lookingAt() || beginning.group(2).equals("//")) {
      return null;
    }
    String name = beginning.group(1).toLowerCase(Locale.ROOT);
    if (beginning.group(2).equals("/") && Suggestion.near(name, known).isEmpty()) {
      return null;
    }
    return "no source is named '"
        + name
        + "'; "
        + Mistake.instead(name, known)
        + "; a path that begins so is written in quotes";
  }

  /** Whether a path that begins so has to be quoted. */
  boolean isTakenFrom(String source) {
    return of(source) != null || complaint(source) != null;
  }
}
