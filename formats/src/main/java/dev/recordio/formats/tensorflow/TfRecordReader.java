// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import java.util.zip.CRC32C;

/**
 * Walks the frames of TFRecords in memory, and compares both checksums of each. Any rest that is
 * not a whole frame is an error, however short it is. Errors have the offset in the file.
 */
public final class TfRecordReader {
  private static final String WHAT = "malformed TFRecord";

  private final CRC32C crc = new CRC32C();
  private byte[] bytes = {};
  private int at;
  private int limit;
  private long zero; // offset in the file of index 0
  private int from;
  private int end;

  /**
   * Begins with the first frame of a range.
   *
   * @param array that holds it
   * @param begin index of its first byte
   * @param stop index after its last byte
   * @param offset of the first byte in the file
   */
  public void reset(byte[] array, int begin, int stop, long offset) {
    bytes = array;
    at = begin;
    limit = stop;
    zero = offset - begin;
  }

  /**
   * Advances to the next frame.
   *
   * @return false at the end of the range
   * @throws MalformedRecordException when the frame is cut off, or a checksum is wrong; without a
   *     path
   */
  public boolean next() throws MalformedRecordException {
    if (at == limit) {
      return false;
    }
    long length = length(bytes, at, zero + at, limit - at);
    from = at + TfRecordFrame.HEADER_BYTES;
    end = from + (int) length;
    crc.reset();
    crc.update(bytes, from, (int) length);
    compare(end, zero + from, length + " bytes of data");
    at = end + TfRecordFrame.FOOTER_BYTES;
    return true;
  }

  /** Returns the index of the first byte of data. */
  public int from() {
    return from;
  }

  /** Returns the index after the last byte of data. */
  public int end() {
    return end;
  }

  /**
   * Validates a header.
   *
   * @param array that holds it, or as much of it as {@code left} has
   * @param header index of its first byte
   * @param offset of the header in the file
   * @param left bytes from the header's first one to the end of the file
   * @return the number of bytes of data; header, data and footer fit {@code left}
   * @throws MalformedRecordException when the header is cut off, its checksum is wrong, or the file
   *     is too short for the length; without a path
   */
  public long length(byte[] array, int header, long offset, long left)
      throws MalformedRecordException {
    if (left < TfRecordFrame.HEADER_BYTES) {
      throw malformed(
          offset, TfRecordFrame.HEADER_BYTES + " bytes of a header", left + " until the end");
    }
    crc.reset();
    crc.update(array, header, Long.BYTES);
    compare(array, header + Long.BYTES, offset, "the length");
    long length = LittleEndian.getLong(array, header);
    if (Long.compareUnsigned(length, left - TfRecordFrame.FRAME_BYTES) > 0
        || left < TfRecordFrame.FRAME_BYTES) {
      throw malformed(
          offset,
          "a frame of at most " + left + " bytes, as many as there are until the end",
          "one with " + Long.toUnsignedString(length) + " bytes of data: the file is cut off");
    }
    return length;
  }

  private void compare(int index, long offset, String of) throws MalformedRecordException {
    compare(bytes, index, offset, of);
  }

  private void compare(byte[] array, int index, long offset, String of)
      throws MalformedRecordException {
    int computed = TfRecordFrame.masked(crc);
    int read = LittleEndian.getInt(array, index);
    if (computed != read) {
      throw malformed(
          offset, String.format("checksum %08x of %s", computed, of), String.format("%08x", read));
    }
  }

  private static MalformedRecordException malformed(long offset, String expected, String found) {
    return new MalformedRecordException(WHAT, null, offset, -1, expected, found);
  }
}
