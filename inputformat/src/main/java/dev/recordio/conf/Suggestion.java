// SPDX-License-Identifier: Apache-2.0
package dev.recordio.conf;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** What a user may have meant by an unknown word: the known words that a typing error makes it. */
public final class Suggestion {
  private static final int MAX_SLIPS = 2;
  private static final int MAX_WORDS = 3;
  private static final int MIN_BEGINNING = 3;

  private Suggestion() {}

  /**
   * Returns the known words that are nearest to a wrong one, sorted; none when all are far. Words
   * of up to 2 letters are never near, words of up to 4 by one slip, longer ones by two; capital
   * letters in place of small ones are no slips.
   */
  public static List<String> near(String wrong, Collection<String> known) {
    String small = wrong.toLowerCase(Locale.ROOT);
    for (int slips = 0; slips <= MAX_SLIPS; slips++) {
      int max = slips;
      List<String> near =
          known.stream()
              .filter(word -> word.length() > 2 * Math.max(1, max))
              .filter(word -> Math.abs(word.length() - wrong.length()) <= max)
              .filter(word -> slips(small, word.toLowerCase(Locale.ROOT)) <= max)
              .sorted()
              .toList();
      if (!near.isEmpty()) {
        return near;
      }
    }
    return List.of();
  }

  /**
   * Returns the near words, at most three; when there are none, those that begin with the wrong
   * one, which is then unfinished.
   */
  public static List<String> nearest(String wrong, Collection<String> known) {
    List<String> near = near(wrong, known);
    boolean mayBeginOne = near.isEmpty() && wrong.length() >= MIN_BEGINNING;
    return (mayBeginOne
            ? known.stream().filter(word -> word.startsWith(wrong)).sorted()
            : near.stream())
        .limit(MAX_WORDS)
        .toList();
  }

  /** Returns {@code "; did you mean A or B?"}, to end an error with; empty without a near word. */
  public static String didYouMean(List<String> near) {
    return near.isEmpty() ? "" : "; " + question(near);
  }

  /** Returns the question for the near words; when all are far, what all the known words are. */
  public static String instead(String wrong, List<String> known) {
    List<String> near = near(wrong, known);
    return near.isEmpty()
        ? (known.size() == 1 ? "there is " : "there are ") + String.join(", ", known)
        : question(near);
  }

  private static String question(List<String> near) {
    return "did you mean " + String.join(" or ", near) + "?";
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
