// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.layout;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.layout.TableLayout.Frame;

/**
 * A chunk: a header of 16 bytes ("RSCK", u32 version, u64 0), records, a footer of 32 bytes (u64
 * values, u64 their bytes with checksums, u32 CRC32C of all bytes before the footer, u32 0, u32
 * CRC32C of the footer so far, "KCSR").
 */
public final class ChunkLayout {
  /** Bytes before the first record. */
  public static final int HEADER_BYTES = 16;

  /** Bytes after the last record. */
  public static final int FOOTER_BYTES = Frame.FOOTER_BYTES;

  private static final Frame FRAME = new Frame("a chunk", "RSCK", "chunk", "KCSR");

  private ChunkLayout() {}

  /**
   * What a chunk's footer says.
   *
   * @param values how many values are in the chunk
   * @param bytes what they take, with checksums
   * @param checksum CRC32C of all bytes before the footer
   */
  public record Footer(long values, long bytes, int checksum) {}

  public static void putHeader(byte[] to, int at) {
    FRAME.putHead(to, at);
    LittleEndian.putLong(to, at + 8, 0);
  }

  public static void putFooter(byte[] to, int at, Footer footer) {
    LittleEndian.putLong(to, at, footer.values);
    LittleEndian.putLong(to, at + 8, footer.bytes);
    LittleEndian.putInt(to, at + 16, footer.checksum);
    LittleEndian.putInt(to, at + 20, 0);
    FRAME.seal(to, at);
  }

  /**
   * Validates a header.
   *
   * @throws MalformedRecordException without a file's name when it is invalid
   */
  public static void checkHeader(byte[] from, int at) throws MalformedRecordException {
    FRAME.checkHead(from, at);
    if (LittleEndian.getLong(from, at + 8) != 0) {
      throw Frame.wrong("damaged header", 8, "8 bytes of 0", LittleEndian.getInt(from, at + 8));
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
    FRAME.checkSeal(from, at, offset);
    var footer =
        new Footer(
            LittleEndian.getLong(from, at),
            LittleEndian.getLong(from, at + 8),
            LittleEndian.getInt(from, at + 16));
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
}
