// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.wire.RecordIOFormat;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The bytes of one record while it is built: a header, then content. Reused. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class PayloadBuilder {
  private static final int STEP = 1 << 20;

  private byte[] bytes = new byte[1 << 16];
  private int length;

  /** Begins a record with room for a header of {@code headerBytes}. */
  public void begin(int headerBytes) throws IOException {
    length = 0;
    reserve(headerBytes);
    length = headerBytes;
  }

  /** Appends exactly {@code count} bytes from a stream. */
  void readFully(InputStream in, long count) throws IOException {
    IOException tooLarge = tooLarge(count < 0 ? count : length + count);
    if (tooLarge != null) {
      throw tooLarge;
    }
    int start = length;
    int end = length + (int) count;
    while (length < end) {
      // The count may be false: space is allocated as bytes arrive.
      reserve(Math.min(end - length, Math.max(length, STEP)));
      int read = in.read(bytes, length, Math.min(end, bytes.length) - length);
      if (read < 0) {
        throw new EOFException("expected " + count + " bytes, found " + (length - start));
      }
      length += read;
    }
  }

  /** Returns the error for a record of {@code needed} bytes; null when a record can hold them. */
  public static IOException tooLarge(long needed) {
    return needed >= 0 && needed <= RecordIOFormat.MAX_PAYLOAD_BYTES
        ? null
        : new IOException(
            "a record holds at most "
                + RecordIOFormat.MAX_PAYLOAD_BYTES
                + " bytes, this one would have "
                + Long.toUnsignedString(needed));
  }

  /**
   * Appends bytes.
   *
   * @throws IOException when a record can't hold them
   */
  public void append(byte[] from, int offset, int count) throws IOException {
    reserve(count);
    System.arraycopy(from, offset, bytes, length, count);
    length += count;
  }

  /**
   * Makes space for {@code more} bytes.
   *
   * @throws IOException when a record can't hold them; nothing is allocated then
   */
  void reserve(long more) throws IOException {
    long needed = length + more;
    IOException tooLarge = tooLarge(needed);
    if (tooLarge != null) {
      throw tooLarge;
    }
    if (needed > bytes.length) {
      long grown = Math.min(RecordIOFormat.MAX_PAYLOAD_BYTES, bytes.length * 3L / 2);
      bytes = Arrays.copyOf(bytes, (int) Math.max(needed, grown));
    }
  }

  /** Keeps {@code count} of the bytes, from {@code from} on, as all of the record. */
  public void keep(int from, int count) {
    Objects.checkFromIndexSize(from, count, length);
    if (from > 0) {
      System.arraycopy(bytes, from, bytes, 0, count);
    }
    length = count;
  }

  public byte[] bytes() {
    return bytes;
  }

  public int length() {
    return length;
  }
}
