// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;

/**
 * What all files of a store have: a magic word and a version first; at the end of a footer of 32
 * bytes a CRC32C of what comes before it in the footer, and another magic word.
 *
 * @param name what the file is, in errors
 * @param magic the first word, as text
 * @param kind what an incomplete one is, in errors
 * @param endMagic the last word, as text
 */
record Frame(String name, String magic, String kind, String endMagic) {
  static final int FOOTER_BYTES = 32;

  private static final int VERSION = 1;
  private static final int CHECKSUM_AT = 24;
  private static final int END_AT = 28;

  /** Writes the two words that a file begins with. */
  void putHead(byte[] to, int at) {
    LittleEndian.putInt(to, at, word(magic));
    LittleEndian.putInt(to, at + 4, VERSION);
  }

  /** Validates them. */
  void checkHead(byte[] from, int at) throws MalformedRecordException {
    if (LittleEndian.getInt(from, at) != word(magic)) {
      throw wrong("not " + name, 0, "'" + magic + "'", LittleEndian.getInt(from, at));
    }
    if (LittleEndian.getInt(from, at + 4) != VERSION) {
      throw wrong(
          "unknown version",
          4,
          "version 1 (a newer program may read it)",
          LittleEndian.getInt(from, at + 4));
    }
  }

  /** Writes the two words that a footer ends with. */
  void seal(byte[] to, int at) {
    LittleEndian.putInt(to, at + CHECKSUM_AT, TableLayout.checksum(to, at, CHECKSUM_AT));
    LittleEndian.putInt(to, at + END_AT, word(endMagic));
  }

  /**
   * Validates them.
   *
   * @param offset where the footer begins in the file
   */
  void checkSeal(byte[] from, int at, long offset) throws MalformedRecordException {
    if (LittleEndian.getInt(from, at + END_AT) != word(endMagic)) {
      throw wrong(
          "not a whole " + kind,
          offset + END_AT,
          "'" + endMagic + "'",
          LittleEndian.getInt(from, at + END_AT));
    }
    if (LittleEndian.getInt(from, at + CHECKSUM_AT)
        != TableLayout.checksum(from, at, CHECKSUM_AT)) {
      throw wrong(
          "damaged footer",
          offset + CHECKSUM_AT,
          "its CRC32C",
          LittleEndian.getInt(from, at + CHECKSUM_AT));
    }
  }

  private static int word(String text) {
    return text.charAt(0) | text.charAt(1) << 8 | text.charAt(2) << 16 | text.charAt(3) << 24;
  }

  /** Returns an error, without a file's name, about a word of the file. */
  static MalformedRecordException wrong(String what, long offset, String expected, int found) {
    return new MalformedRecordException(
        what, null, offset, -1, expected, String.format("0x%08x", found));
  }

  /** Returns an error, without a file's name, about a block of a table. */
  static MalformedRecordException wrongBlock(long offset, String expected, int found) {
    return wrong("damaged block of a table", offset, expected, found);
  }
}
