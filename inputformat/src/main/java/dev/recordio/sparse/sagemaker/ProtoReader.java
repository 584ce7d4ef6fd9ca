// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.sagemaker;

import dev.recordio.bytes.MalformedRecordException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Walks the fields of one message of protobuf's wire format, without allocation. A length is
 * believed only after it fits the message.
 *
 * <p>Call {@link #next}, then the getter of the field's {@link #type}, or nothing: a field that was
 * not read is passed over. A nested message is walked by another reader, over {@link #from} to
 * {@link #end}. Errors have the offset in the array that was given, less {@code base}.
 */
public final class ProtoReader {
  /** Type of a field that holds a varint. */
  public static final int VARINT = 0;

  /** Type of a field that holds eight bytes, little-endian. */
  public static final int FIXED64 = 1;

  /** Type of a field that holds a length, and as many bytes. */
  public static final int BYTES = 2;

  /** Type of a field that holds four bytes, little-endian. */
  public static final int FIXED32 = 5;

  private static final String WHAT = "malformed protobuf message";
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle FLOAT =
      MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = {};
  private int base;
  private int start; // of the current field
  private int at;
  private int limit;
  private int field;
  private int type;
  private long number; // of a varint or fixed field
  private int from; // of a field that holds bytes
  private int end;

  /**
   * Begins a message.
   *
   * @param array that holds it
   * @param begin index of its first byte
   * @param stop index after its last byte
   * @param zero index that offsets in errors count from, such as the outermost message's
   */
  public void reset(byte[] array, int begin, int stop, int zero) {
    bytes = array;
    at = begin;
    limit = stop;
    base = zero;
  }

  /** Begins the message that is the current field of {@code outer}. */
  public void enter(ProtoReader outer) throws MalformedRecordException {
    outer.require(BYTES);
    reset(outer.bytes, outer.from, outer.end, outer.base);
  }

  /**
   * Advances to the next field.
   *
   * @return false at the end of the message
   * @throws MalformedRecordException when the field is cut off, has no number, or is of a type that
   *     protobuf no longer has (groups)
   */
  public boolean next() throws MalformedRecordException {
    if (at == limit) {
      return false;
    }
    start = at;
    long tag = bytes[at];
    if (tag >= 0) {
      at++; // most tags are one byte, and most lengths below
    } else {
      tag = rawVarint();
    }
    field = (int) (tag >>> 3);
    type = (int) (tag & 7);
    if (tag >>> 32 != 0 || field == 0) {
      throw malformed(start, "a field number of 1 to 2^29 - 1", Long.toUnsignedString(tag >>> 3));
    }
    switch (type) {
      case VARINT -> number = rawVarint();
      case FIXED64 -> {
        need(Long.BYTES);
        number = (long) LONG.get(bytes, at);
        at += Long.BYTES;
      }
      case FIXED32 -> {
        need(Integer.BYTES);
        number = (int) INT.get(bytes, at);
        at += Integer.BYTES;
      }
      case BYTES -> {
        int lengthAt = at;
        long length = at < limit ? bytes[at] : -1;
        if (length >= 0) {
          at++;
        } else {
          length = rawVarint();
        }
        if (Long.compareUnsigned(length, limit - at) > 0) {
          throw malformed(
              lengthAt, "a length of at most " + (limit - at), Long.toUnsignedString(length));
        }
        from = at;
        at += (int) length;
        end = at;
      }
      default -> throw malformed(start, "a field of type 0, 1, 2 or 5", "type " + type);
    }
    return true;
  }

  /** Passes over bytes of whole fields, which the caller has read itself. */
  void skip(int count) {
    at += count;
  }

  /** Returns the number of the current field. */
  public int field() {
    return field;
  }

  /** Returns the type of the current field, such as {@link #VARINT}. */
  public int type() {
    return type;
  }

  /** Returns the number that the current field holds: varint, or fixed (four bytes: as an int). */
  public long number() {
    return number;
  }

  /** Returns the index of the first byte that the current field holds. */
  public int from() {
    return from;
  }

  /** Returns the index after the last byte that the current field holds. */
  public int end() {
    return end;
  }

  /** Returns the array that holds the message. */
  public byte[] array() {
    return bytes;
  }

  /** Returns the index of the first byte of the current field: of its tag. */
  public int start() {
    return start;
  }

  /** Returns the index of the next byte to read. */
  public int position() {
    return at;
  }

  /** Whether no byte is left: of a packed list, after its last number. */
  public boolean isAtEnd() {
    return at == limit;
  }

  /** Reads a varint without a tag: a number of a packed list. */
  public long packedVarint() throws MalformedRecordException {
    return rawVarint();
  }

  /** Reads four bytes without a tag, as an int: a number of a packed list. */
  public int packedFixed32() throws MalformedRecordException {
    need(Integer.BYTES);
    int value = (int) INT.get(bytes, at);
    at += Integer.BYTES;
    return value;
  }

  /** Reads eight bytes without a tag, as a long: a number of a packed list. */
  public long packedFixed64() throws MalformedRecordException {
    need(Long.BYTES);
    long value = (long) LONG.get(bytes, at);
    at += Long.BYTES;
    return value;
  }

  /**
   * Reads floats without tags, as many as the message has: a packed list.
   *
   * @param into has space for them from {@code index} on: a fourth of the bytes
   * @return the index after the last one
   * @throws MalformedRecordException when bytes are left over
   */
  public int packedFloats(float[] into, int index) throws MalformedRecordException {
    int count = (limit - at) / Float.BYTES;
    for (int i = 0; i < count; i++) {
      into[index + i] = (float) FLOAT.get(bytes, at + Float.BYTES * i);
    }
    at += Float.BYTES * count;
    if (at < limit) {
      need(Float.BYTES);
    }
    return index + count;
  }

  /**
   * Reads varints without tags: some of a packed list.
   *
   * @param into has space for one from {@code index} on; more are read where there is more space
   * @return the index after the last one
   */
  public int packedVarints(long[] into, int index) throws MalformedRecordException {
    int count = index;
    int next = at;
    // A branch for each length: one is mostly as long as the one before, and no read waits for it.
    while (limit - next >= Integer.BYTES && count < into.length) {
      int four = (int) INT.get(bytes, next);
      int value = four & 0x7F;
      if ((four & 0x80) == 0) {
        next++;
      } else if ((four & 0x8000) == 0) {
        value |= four >>> 1 & 0x7F << 7;
        next += 2;
      } else if ((four & 0x80_0000) == 0) {
        value |= four >>> 1 & 0x7F << 7 | four >>> 2 & 0x7F << 14;
        next += 3;
      } else if (four >= 0) {
        value |= four >>> 1 & 0x7F << 7 | four >>> 2 & 0x7F << 14 | four >>> 3 & 0x7F << 21;
        next += 4;
      } else {
        break;
      }
      into[count++] = value;
    }
    at = next;
    if (at < limit && count < into.length) {
      into[count++] = rawVarint(); // a long one, or one of the last
    }
    return count;
  }

  /**
   * Checks the type of the current field.
   *
   * @throws MalformedRecordException when it is another
   */
  public void require(int wanted) throws MalformedRecordException {
    if (type != wanted) {
      throw malformed(start, "field " + field + " of type " + wanted, "type " + type);
    }
  }

  private long rawVarint() throws MalformedRecordException {
    int begin = at;
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (at == limit) {
        throw malformed(begin, "a whole number", "the end after " + (at - begin) + " bytes");
      }
      byte next = bytes[at++];
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw malformed(begin, "a number of at most 10 bytes", "more");
  }

  private void need(int count) throws MalformedRecordException {
    if (limit - at < count) {
      throw malformed(at, count + " bytes", (limit - at) + " until the end");
    }
  }

  /** Returns an error at an index of the array. */
  public MalformedRecordException malformed(int index, String expected, String found) {
    return new MalformedRecordException(WHAT, null, index - base, -1, expected, found);
  }
}
