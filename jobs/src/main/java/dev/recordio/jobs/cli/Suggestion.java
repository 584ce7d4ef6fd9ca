// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import java.util.Collection;
import java.util.List;

/** What a user may have meant by an unknown word: known words one typing error away. */
final class Suggestion {
  private static final int MAX_SLIPS = 2;

  private Suggestion() {}

  /** Returns a line, or an empty string when no word is near. */
  static String of(String wrong, Collection<String> known) {
    List<String> near =
        known.stream()
            .filter(word -> word.length() > 2 * MAX_SLIPS || word.length() == wrong.length())
            .filter(word -> word.length() > 2 && slips(wrong, word) <= MAX_SLIPS)
            .sorted()
            .toList();
    return near.isEmpty() ? "" : "\nDid you mean " + String.join(" or ", near) + "?";
  }

  /** The letters that were omitted, inserted, replaced, or swapped with the next. */
  static int slips(String a, String b) {
    int[][] slips = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          slips[i][j] = i + j;
          continue;
        }
        int other = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int least = Math.min(slips[i - 1][j], slips[i][j - 1]) + 1;
        least = Math.min(least, slips[i - 1][j - 1] + other);
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        slips[i][j] = swapped ? Math.min(least, slips[i - 2][j - 2] + 1) : least;
      }
    }
    return slips[a.length()][b.length()];
  }
}
