// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.wire.RecordIOFormat;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;

/** The bytes of one record while it is built: a header, then content. Reused. */
public final class PayloadBuilder {
  private static final int STEP = 1 << 20;

  private byte[] bytes;
  private int length;

  public PayloadBuilder() {
    this(new byte[1 << 16]);
  }

  /** Makes one in an array, as long as that suffices. */
  public PayloadBuilder(byte[] array) {
    bytes = array;
  }

  /** Begins a record with room for a header of {@code headerBytes}. */
  public void begin(int headerBytes) throws IOException {
    length = 0;
    reserve(headerBytes);
    length = headerBytes;
  }

  /** Begins content in an array, which is large enough for it, at an offset. */
  public void beginIn(byte[] array, int offset) {
    bytes = array;
    length = offset;
  }

  /** Appends exactly {@code count} bytes from a stream. */
  void readFully(InputStream in, long count) throws IOException {
    checkSize(count);
    int start = length;
    int end = length + (int) count;
    while (length < end) {
      if (readSome(in, end) < 0) {
        throw tooFew(start, count);
      }
    }
  }

  /**
   * Appends a stream of exactly {@code count} bytes.
   *
   * @param showsEnd whether a read returns fewer bytes than wanted only at the end, as reads of
   *     local files do: a last read, just to see the end, is then saved
   */
  void readWhole(InputStream in, long count, boolean showsEnd) throws IOException {
    checkSize(count);
    int start = length;
    int end = length + (int) count;
    boolean more = true;
    while (more && length <= end) {
      int before = length;
      boolean full = readSome(in, end + 1) >= 0;
      boolean askedForMore = length > before && bytes.length > end;
      more = full && !(showsEnd && askedForMore && length == end);
    }
    if (length > end) {
      throw new SourceErrors.Fault("it has grown since it was listed with " + count + " bytes");
    }
    if (length < end) {
      throw tooFew(start, count);
    }
  }

  private void checkSize(long count) throws IOException {
    IOException tooLarge = tooLarge(count < 0 ? count : length + count);
    if (tooLarge != null) {
      throw tooLarge;
    }
  }

  /** Reads up to {@code end}; returns how many bytes, or -1 at the end of the stream. */
  private int readSome(InputStream in, int end) throws IOException {
    // The count may be false: space is allocated as bytes arrive.
    grow(length + (long) Math.min(end - length, Math.max(length, STEP)));
    int read = in.read(bytes, length, Math.min(end, bytes.length) - length);
    length += Math.max(0, read);
    return read;
  }

  private EOFException tooFew(int start, long count) {
    return new EOFException("expected " + count + " bytes, found " + (length - start));
  }

  /** Returns the error for a record of {@code needed} bytes; null when a record can hold them. */
  public static IOException tooLarge(long needed) {
    return needed >= 0 && needed <= RecordIOFormat.MAX_PAYLOAD_BYTES
        ? null
        : new SourceErrors.Fault(
            "a record holds at most "
                + RecordIOFormat.MAX_PAYLOAD_BYTES
                + " bytes, this one would have "
                + Long.toUnsignedString(needed));
  }

  /** Appends bytes. */
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
    grow(needed);
  }

  private void grow(long needed) {
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
