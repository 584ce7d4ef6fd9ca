// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.scan;

import dev.recordio.conf.ConfKey;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * An option without the beginning of its name, or in Spark's style: {@code payload}, {@code
 * bufferSize}. Spark passes over what a source does not know, so such an option would have no
 * effect. It is refused rather than taken: two keys may end alike, and Spark may come to have an
 * option of that name.
 */
public final class ShortOption {
  private ShortOption() {}

  /** Returns the keys that end with the words of this option, sorted; none for other options. */
  public static List<String> keys(String option, Collection<ConfKey> known) {
    String words = words(option);
    return known.stream()
        .map(ConfKey::key)
        .filter(key -> !words.isEmpty() && endsWith(key, words))
        .sorted()
        .toList();
  }

  private static boolean endsWith(String key, String words) {
    for (int dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1)) {
      if (words(key.substring(dot)).equals(words)) {
        return true;
      }
    }
    return false;
  }

  private static String words(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[._-]", "");
  }
}
