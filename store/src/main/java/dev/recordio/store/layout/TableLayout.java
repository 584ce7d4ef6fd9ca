// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import java.util.zip.CRC32C;

/**
 * What all tables have: a header of 16 bytes ("RSTB", u32 version, u32 kind, u32 0), blocks, a
 * description of them that begins with the kind again (u32), a footer of 32 bytes (u64 where the
 * description begins, u64 entries, u32 CRC32C of the description, u32 CRC32C of all bytes before
 * the footer, u32 CRC32C of the footer so far, "BTSR"). So the end of a table is enough to open it.
 */
public final class TableLayout {
  /** Bytes before the first block. */
  public static final int HEADER_BYTES = 16;

  /** Bytes after the description. */
  public static final int FOOTER_BYTES = Frame.FOOTER_BYTES;

  /** Bytes of the kind, before the rest of the description. */
  public static final int KIND_BYTES = 4;

  /** Entries of a block; the last one of a table may have fewer. */
  public static final int BLOCK_ENTRIES = 1024;

  private static final Frame FRAME = new Frame("a table of a store", "RSTB", "table", "BTSR");

  /** The kinds of tables. */
  public enum Kind {
    /** Records with a word for each value. */
    ROWS,
    /** Values that were written after their records. */
    DELTA,
    /** Deleted ids. */
    DELETIONS;

    /** Returns the number that stands for it. */
    public int code() {
      return ordinal() + 1;
    }

    /** Returns the kind of a number; null when there is none. */
    public static Kind of(int code) {
      return code < 1 || code > values().length ? null : values()[code - 1];
    }
  }

  /**
   * What a footer says.
   *
   * @param metaAt where the description begins
   * @param count how many entries the table has
   * @param metaChecksum CRC32C of the description
   * @param checksum CRC32C of all bytes before the footer
   */
  public record Footer(long metaAt, long count, int metaChecksum, int checksum) {}

  private TableLayout() {}

  /** Returns the CRC32C of some bytes. */
  public static int checksum(byte[] bytes, int from, int count) {
    var crc = new CRC32C();
    crc.update(bytes, from, count);
    return (int) crc.getValue();
  }

  public static void putHeader(byte[] to, int at, Kind kind) {
    FRAME.putHead(to, at);
    LittleEndian.putInt(to, at + 8, kind.code());
    LittleEndian.putInt(to, at + 12, 0);
  }

  public static void putFooter(byte[] to, int at, Footer footer) {
    LittleEndian.putLong(to, at, footer.metaAt);
    LittleEndian.putLong(to, at + 8, footer.count);
    LittleEndian.putInt(to, at + 16, footer.metaChecksum);
    LittleEndian.putInt(to, at + 20, footer.checksum);
    FRAME.seal(to, at);
  }

  /**
   * Validates a header.
   *
   * @throws MalformedRecordException without a file's name when it is invalid
   */
  public static Kind kind(byte[] from, int at) throws MalformedRecordException {
    FRAME.checkHead(from, at);
    Kind kind = Kind.of(LittleEndian.getInt(from, at + 8));
    if (kind == null || LittleEndian.getInt(from, at + 12) != 0) {
      throw Frame.wrong(
          "unknown kind of table",
          8,
          "1 to " + Kind.values().length + ", and 0",
          LittleEndian.getInt(from, at + 8));
    }
    return kind;
  }

  /**
   * Reads a footer.
   *
   * @param length the length of the file
   * @throws MalformedRecordException without a file's name when it is invalid
   */
  public static Footer footer(byte[] from, int at, long length) throws MalformedRecordException {
    long offset = length - FOOTER_BYTES;
    FRAME.checkSeal(from, at, offset);
    var footer =
        new Footer(
            LittleEndian.getLong(from, at),
            LittleEndian.getLong(from, at + 8),
            LittleEndian.getInt(from, at + 16),
            LittleEndian.getInt(from, at + 20));
    if (footer.metaAt < HEADER_BYTES || footer.metaAt > offset - KIND_BYTES || footer.count < 0) {
      throw new MalformedRecordException(
          "wrong footer",
          null,
          offset,
          -1,
          "a description that begins before it, and a number of entries",
          footer.metaAt + ", " + footer.count);
    }
    return footer;
  }

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

    /** Returns the CRC32C of the bytes of a block, but for the word with its checksum. */
    static int checksum(byte[] bytes, int at, int length, int checksumAt) {
      var crc = new CRC32C();
      int after = checksumAt + Integer.BYTES;
      crc.update(bytes, at, checksumAt);
      crc.update(bytes, at + after, length - after);
      return (int) crc.getValue();
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
}
