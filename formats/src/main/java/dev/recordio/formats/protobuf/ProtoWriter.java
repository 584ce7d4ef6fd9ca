// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.protobuf;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.sparse.sagemaker.ProtoReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes protobuf's wire format into one growing array, from front to back. The length of a nested
 * message comes before it, so the caller computes it first, with the {@code sizeOf} methods.
 *
 * <p>Rules: protobuf's encoding guide. Fields are written in the order of the calls; protobuf's own
 * writers put them in the order of their numbers.
 */
public final class ProtoWriter {
  static final int MAX_VARINT_BYTES = 10;

  private byte[] bytes = new byte[1 << 10];
  private int length;

  public void clear() {
    length = 0;
  }

  /** Returns the array that holds what was written, from index 0; good until the next call. */
  public byte[] array() {
    return bytes;
  }

  public int length() {
    return length;
  }

  /** Returns the bytes of a varint: 1 to 10. */
  public static int sizeOfVarint(long value) {
    // 7 bits a byte; 0 takes one byte.
    return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
  }

  /** Returns the bytes of the tag of a field: its number and its type. */
  public static int sizeOfTag(int field) {
    return sizeOfVarint((long) field << 3);
  }

  /**
   * Returns the bytes of a field that holds {@code count} bytes: tag, length and content.
   *
   * @throws ArithmeticException when that is beyond 2^31 - 1
   */
  public static int sizeOfBytes(int field, int count) {
    return Math.addExact(sizeOfTag(field) + sizeOfVarint(count), count);
  }

  /** Returns the UTF-8 of a name, for {@link #bytes}. */
  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Writes a varint without a tag, such as a packed number. */
  public void varint(long value) {
    reserve(MAX_VARINT_BYTES);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  public void tag(int field, int type) {
    varint((long) field << 3 | type);
  }

  public void varint(int field, long value) {
    tag(field, ProtoReader.VARINT);
    varint(value);
  }

  /** Writes tag and length of a field whose {@code count} bytes the caller writes next. */
  public void begin(int field, int count) {
    tag(field, ProtoReader.BYTES);
    varint(count);
  }

  public void bytes(int field, byte[] from, int offset, int count) {
    begin(field, count);
    put(from, offset, count);
  }

  public void bytes(int field, byte[] content) {
    bytes(field, content, 0, content.length);
  }

  /** Writes four bytes without a tag, little-endian. */
  public void fixed32(int value) {
    reserve(Integer.BYTES);
    LittleEndian.putInt(bytes, length, value);
    length += Integer.BYTES;
  }

  /** Writes floats without a tag, four bytes each. */
  public void floats(float[] values, int from, int count) {
    reserve(4L * count);
    for (int i = from; i < from + count; i++) {
      LittleEndian.putFloat(bytes, length, values[i]);
      length += Float.BYTES;
    }
  }

  /** Writes a few bytes that are 0: what is between a message and a record's end. */
  public void zeros(int count) {
    reserve(count);
    for (int i = 0; i < count; i++) {
      bytes[length++] = 0;
    }
  }

  public void put(byte[] from, int offset, int count) {
    reserve(count);
    System.arraycopy(from, offset, bytes, length, count);
    length += count;
  }

  /**
   * Makes space for {@code more} bytes.
   *
   * @throws ArithmeticException when an array can't hold them
   */
  private void reserve(long more) {
    long needed = length + more;
    if (needed > bytes.length) {
      long grown = Math.min(Integer.MAX_VALUE - 8L, Math.max(needed, bytes.length * 2L));
      if (needed > grown) {
        throw new ArithmeticException(needed + " bytes are more than an array can hold");
      }
      bytes = Arrays.copyOf(bytes, (int) grown);
    }
  }
}
