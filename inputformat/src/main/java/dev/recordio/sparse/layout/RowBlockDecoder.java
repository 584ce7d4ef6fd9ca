// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.IndexType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads what {@link RowBlockEncoder}, or libdmlc, saved, one container at a time. A count is
 * trusted only when there are the bytes for it. Arrays are used again from container to container.
 */
public final class RowBlockDecoder {
  private final IndexType type;
  private ByteBuffer in = ByteBuffer.allocate(0);
  private int begin; // of the bytes, in the buffer
  private long[] offset = {};
  private float[] label = {};
  private float[] weight = {};
  private long[] qid = {};
  private long[] field = {};
  private long[] index = {};
  private float[] value = {};

  /**
   * Creates a decoder.
   *
   * @param type the index type that the containers were written with
   */
  public RowBlockDecoder(IndexType type) {
    this.type = type;
  }

  /** Begins other bytes: containers, one after the other. */
  public void begin(byte[] bytes, int from, int length) {
    in = ByteBuffer.wrap(bytes, from, length).order(ByteOrder.LITTLE_ENDIAN);
    begin = from;
  }

  /** Returns where the next container begins in the bytes. */
  public int offset() {
    return in.position() - begin;
  }

  /**
   * Reads the next container in place of what is in {@code block}.
   *
   * @return false at the end, with no rows in the block
   * @throws MalformedRecordException when the bytes are cut off, or arrays contradict each other
   */
  public boolean next(CsrBlock block) throws MalformedRecordException {
    block.clear();
    if (!in.hasRemaining()) {
      return false;
    }
    int rows = offsets();
    long entries = offset[rows];
    label = floats(label, count(4, "label", rows, false));
    int weights = count(4, "weight", rows, true);
    weight = floats(weight, weights);
    int qids = count(8, "qid", rows, true);
    qid = longs(qid, qids);
    int fields = count(type.width(), "field", entries, true);
    final long fieldsAt = offset();
    field = numbers(field, fields);
    checkFields(fields, fieldsAt);
    int indices = count(type.width(), "index", entries, false);
    index = numbers(index, indices);
    int values = count(4, "value", entries, true);
    value = floats(value, values);
    number(type.width(), "largest field");
    long at = offset();
    checkMaxIndex(number(type.width(), "largest index"), indices, at);
    for (int r = 0; r < rows; r++) {
      block.addRow(label[r]);
      if (weights > 0) {
        block.setWeight(weight[r]);
      }
      if (qids > 0) {
        block.setQid(qid[r]);
      }
      for (int i = (int) offset[r]; i < offset[r + 1]; i++) {
        float entryValue = values > 0 ? value[i] : 1;
        if (fields > 0) {
          block.add((int) field[i], index[i], entryValue);
        } else {
          block.add(index[i], entryValue);
        }
      }
    }
    return true;
  }

  /** Reads the row offsets and checks them; returns the number of rows. */
  private int offsets() throws MalformedRecordException {
    long at = offset();
    int count = count(8, "offset");
    if (count == 0) {
      throw malformed("row block without offsets", at, "at least one offset", "none");
    }
    offset = longs(offset, count);
    long last = 0;
    for (int i = 0; i < count; i++) {
      if ((i == 0 && offset[0] != 0) || Long.compareUnsigned(offset[i], last) < 0) {
        throw malformed(
            "bad row offset in a row block",
            at + 8 + 8L * i,
            i == 0 ? "0" : "at least " + last,
            Long.toUnsignedString(offset[i]));
      }
      last = offset[i];
    }
    return count - 1;
  }

  /** Reads a count that must be {@code wanted}, or may be 0. */
  private int count(int width, String what, long wanted, boolean optional)
      throws MalformedRecordException {
    long at = offset();
    int count = count(width, what);
    if (count != wanted && !(optional && count == 0)) {
      throw malformed(
          "row block that contradicts itself",
          at,
          Long.toUnsignedString(wanted) + " of " + what + (optional ? ", or none" : ""),
          count + " (is the index type the one it was written with?)");
    }
    return count;
  }

  /** Fields are kept as numbers of 32 bits. */
  private void checkFields(int count, long at) throws MalformedRecordException {
    for (int i = 0; i < count; i++) {
      if (field[i] >>> 32 != 0) {
        throw malformed(
            "field out of range in a row block",
            at + (long) type.width() * i,
            "a field below 2^32",
            Long.toUnsignedString(field[i]));
      }
    }
  }

  private void checkMaxIndex(long max, int count, long at) throws MalformedRecordException {
    for (int i = 0; i < count; i++) {
      if (Long.compareUnsigned(index[i], max) > 0) {
        throw malformed(
            "row block that contradicts itself",
            at,
            "a largest index of at least " + Long.toUnsignedString(index[i]),
            Long.toUnsignedString(max));
      }
    }
  }

  /** Reads a number of 4 or 8 bytes, unsigned. */
  private long number(int width, String what) throws MalformedRecordException {
    if (in.remaining() < width) {
      throw malformed(
          "truncated row block", offset(), what + " of " + width + " bytes", left(offset()));
    }
    return width == 4 ? Integer.toUnsignedLong(in.getInt()) : in.getLong();
  }

  /** Reads the count of a vector whose items are {@code width} bytes; checks that they exist. */
  private int count(int width, String what) throws MalformedRecordException {
    int at = offset();
    long count = number(8, "count of " + what);
    if (Long.compareUnsigned(count, in.remaining() / width) > 0) {
      throw malformed(
          "truncated row block",
          at,
          "as many bytes as " + what + " has: " + Long.toUnsignedString(count) + " of " + width,
          left(offset()) + " (is the index type the one it was written with?)");
    }
    if (count > CsrBlock.MAX_ENTRIES) {
      throw malformed(
          "row block too large to read",
          at,
          "at most " + CsrBlock.MAX_ENTRIES + " rows or entries in a container",
          count + "; write it again as smaller containers");
    }
    return (int) count;
  }

  private String left(int at) {
    return (in.limit() - begin - at) + " bytes left";
  }

  /** Reads numbers of the index type. */
  private long[] numbers(long[] into, int count) {
    if (type == IndexType.UINT64) {
      return longs(into, count);
    }
    long[] array = into.length < count ? new long[count] : into;
    for (int i = 0; i < count; i++) {
      array[i] = Integer.toUnsignedLong(in.getInt());
    }
    return array;
  }

  private long[] longs(long[] into, int count) {
    long[] array = into.length < count ? new long[count] : into;
    in.asLongBuffer().get(array, 0, count);
    in.position(in.position() + Long.BYTES * count);
    return array;
  }

  private float[] floats(float[] into, int count) {
    float[] array = into.length < count ? new float[count] : into;
    in.asFloatBuffer().get(array, 0, count);
    in.position(in.position() + Float.BYTES * count);
    return array;
  }

  private static MalformedRecordException malformed(
      String what, long at, String expected, String found) {
    return new MalformedRecordException(what, null, at, -1, expected, found);
  }
}
