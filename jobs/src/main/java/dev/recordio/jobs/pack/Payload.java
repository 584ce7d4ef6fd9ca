// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.wire.RecordIOFormat;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The bytes of one record while it is put together: a header, then content. Reused. */
final class Payload {
  private byte[] bytes = new byte[1 << 16];
  private int length;

  /** Begins a record with room for a header of {@code headerBytes}. */
  void begin(int headerBytes) throws IOException {
    length = 0;
    reserve(headerBytes);
    length = headerBytes;
  }

  /** Reads exactly {@code count} bytes behind what is there. */
  void readFully(InputStream in, long count) throws IOException {
    reserve(count);
    int read = in.readNBytes(bytes, length, (int) count);
    length += read;
    if (read < count) {
      throw new EOFException("expected " + count + " bytes, found " + read);
    }
  }

  /** Appends bytes. */
  void append(byte[] from, int offset, int count) throws IOException {
    reserve(count);
    System.arraycopy(from, offset, bytes, length, count);
    length += count;
  }

  /**
   * Makes room for {@code more} bytes.
   *
   * @throws IOException when a record can't hold them; nothing is allocated then
   */
  void reserve(long more) throws IOException {
    long needed = length + more;
    if (needed > RecordIOFormat.MAX_PAYLOAD_BYTES) {
      throw new IOException(
          "a record holds at most "
              + RecordIOFormat.MAX_PAYLOAD_BYTES
              + " bytes, this one would have "
              + needed);
    }
    if (needed > bytes.length) {
      long grown = Math.min(RecordIOFormat.MAX_PAYLOAD_BYTES, bytes.length * 3L / 2);
      bytes = Arrays.copyOf(bytes, (int) Math.max(needed, grown));
    }
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }
}
