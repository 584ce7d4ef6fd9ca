// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static dev.recordio.wire.RecordIOFormat.HEADER_BYTES;
import static dev.recordio.wire.RecordIOFormat.MAGIC;
import static dev.recordio.wire.RecordIOFormat.beginsRecord;
import static dev.recordio.wire.RecordIOFormat.word;

/**
 * Finds magic words and record starts in a stretch of bytes.
 *
 * <p>All searches step by four bytes from a word boundary given by the caller. In a file written
 * with escaping a word that equals the magic, at a multiple of four, is a part's header, and the
 * word after it shows whether a record begins there (FORMAT.md, "Why a start can be proved").
 */
public final class MagicSearch {
  private MagicSearch() {}

  /**
   * Returns the first index {@code i} of {@code from, from + 4, ...} with a whole magic word in
   * {@code bytes[i .. i + 4)}, {@code i + 4 <= to}; -1 when there is none.
   */
  public static int nextMagic(byte[] bytes, int from, int to) {
    int i = from;
    // Eight words a turn: the compares are independent, and one branch pays for all of them.
    for (int last = to - 32; i <= last; i += 32) {
      if (word(bytes, i) == MAGIC
          | word(bytes, i + 4) == MAGIC
          | word(bytes, i + 8) == MAGIC
          | word(bytes, i + 12) == MAGIC
          | word(bytes, i + 16) == MAGIC
          | word(bytes, i + 20) == MAGIC
          | word(bytes, i + 24) == MAGIC
          | word(bytes, i + 28) == MAGIC) {
        break;
      }
    }
    for (int last = to - 4; i <= last; i += 4) {
      if (word(bytes, i) == MAGIC) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns the first index {@code i} of {@code from, from + 4, ...} where a record begins: a magic
   * word and a length word with cflag 0 or 1, both within {@code to}. Returns -1 when there is
   * none; a magic word that ends exactly at {@code to} can't be judged, so a search over the next
   * stretch begins four bytes before its first byte.
   */
  public static int firstRecordStart(byte[] bytes, int from, int to) {
    int last = to - HEADER_BYTES;
    for (int i = from; i <= last; i += 4) {
      i = nextMagic(bytes, i, last + 4);
      if (i < 0) {
        return -1;
      }
      if (beginsRecord(word(bytes, i + 4))) {
        return i;
      }
    }
    return -1;
  }
}
