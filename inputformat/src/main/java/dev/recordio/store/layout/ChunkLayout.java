// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import dev.recordio.bytes.MalformedRecordException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A chunk: a header of 16 bytes ("RSCK", u32 version, u64 0), records, a footer of 32 bytes (u64
 * values, u64 their bytes with checksums, u32 CRC32C of all bytes before the footer, u32 0, u32
 * CRC32C of the footer so far, "KCSR").
 */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class ChunkLayout {
  /** Bytes before the first record. */
  public static final int HEADER_BYTES = 16;

  /** Bytes after the last record. */
  public static final int FOOTER_BYTES = 32;

  private static final int MAGIC = 0x4B435352; // RSCK
  private static final int END_MAGIC = 0x5253434B; // KCSR
  private static final int VERSION = 1;
  private static final int CHECKED_FOOTER_BYTES = 24;

  private ChunkLayout() {}

  /**
   * What a chunk's footer says.
   *
   * @param values how many values are in the chunk
   * @param bytes what they take, with checksums
   * @param checksum CRC32C of all bytes before the footer
   */
  public record Footer(long values, long bytes, int checksum) {}

  /** Writes a header. */
  public static void putHeader(byte[] to, int at) {
    Words.putInt(to, at, MAGIC);
    Words.putInt(to, at + 4, VERSION);
    Words.putLong(to, at + 8, 0);
  }

  /** Writes a footer. */
  public static void putFooter(byte[] to, int at, Footer footer) {
    Words.putLong(to, at, footer.values);
    Words.putLong(to, at + 8, footer.bytes);
    Words.putInt(to, at + 16, footer.checksum);
    Words.putInt(to, at + 20, 0);
    Words.putInt(to, at + 24, Words.checksum(to, at, CHECKED_FOOTER_BYTES));
    Words.putInt(to, at + 28, END_MAGIC);
  }

  /**
   * Validates a header.
   *
   * @throws MalformedRecordException without a file's name when it is invalid
   */
  public static void checkHeader(byte[] from, int at) throws MalformedRecordException {
    if (Words.getInt(from, at) != MAGIC) {
      throw wrong("not a chunk", 0, "'RSCK'", Words.getInt(from, at));
    }
    if (Words.getInt(from, at + 4) != VERSION) {
      throw wrong(
          "unknown version",
          4,
          "version 1 (a newer program may read it)",
          Words.getInt(from, at + 4));
    }
    if (Words.getLong(from, at + 8) != 0) {
      throw wrong("damaged header", 8, "8 bytes of 0", Words.getInt(from, at + 8));
    }
  }

  /**
   * Reads a footer.
   *
   * @param length the length of the file
   * @throws MalformedRecordException without a file's name when it is invalid
   */
  public static Footer footer(byte[] from, int at, long length) throws MalformedRecordException {
    long offset = length - FOOTER_BYTES;
    if (Words.getInt(from, at + 28) != END_MAGIC) {
      throw wrong("not a whole chunk", offset + 28, "'KCSR'", Words.getInt(from, at + 28));
    }
    if (Words.getInt(from, at + 24) != Words.checksum(from, at, CHECKED_FOOTER_BYTES)) {
      throw wrong("damaged footer", offset + 24, "its CRC32C", Words.getInt(from, at + 24));
    }
    var footer =
        new Footer(
            Words.getLong(from, at), Words.getLong(from, at + 8), Words.getInt(from, at + 16));
    if (footer.bytes != offset - HEADER_BYTES) {
      throw new MalformedRecordException(
          "wrong footer",
          null,
          offset + 8,
          -1,
          (offset - HEADER_BYTES) + " bytes of records, by the file's length",
          String.valueOf(footer.bytes));
    }
    return footer;
  }

  private static MalformedRecordException wrong(
      String what, long offset, String expected, int found) {
    return new MalformedRecordException(
        what, null, offset, -1, expected, String.format("0x%08x", found));
  }
}
