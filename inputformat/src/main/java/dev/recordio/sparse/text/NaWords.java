// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The texts of cells that mean that there is no value, beside the empty one. */
final class NaWords {
  private final byte[][] words;
  private final boolean[] first = new boolean[256]; // whether a word begins with a byte

  NaWords(List<String> words) {
    this.words =
        words.stream()
            .filter(word -> !word.isEmpty())
            .map(word -> word.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    for (byte[] word : this.words) {
      first[word[0] & 0xFF] = true;
    }
  }

  /** Whether bytes are one of the words. */
  boolean has(byte[] b, int from, int to) {
    if (from == to || !first[b[from] & 0xFF]) {
      return false;
    }
    for (byte[] word : words) {
      if (Arrays.equals(b, from, to, word, 0, word.length)) {
        return true;
      }
    }
    return false;
  }
}
