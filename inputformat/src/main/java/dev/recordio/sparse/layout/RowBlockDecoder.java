// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import static dev.recordio.sparse.layout.LittleEndianReader.malformed;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.IndexType;
import java.io.IOException;

/**
 * Reads what {@link RowBlockEncoder}, or libdmlc, saved, one container at a time. A count is
 * trusted only when the file has the bytes for it. Arrays are used again from container to
 * container.
 */
public final class RowBlockDecoder {
  /** Supplies the bytes of a file, in order. */
  @FunctionalInterface
  public interface Source {
    /** Reads at most {@code length} bytes and returns how many; 0 or less only at the end. */
    int read(byte[] into, int offset, int length) throws IOException;
  }

  private final LittleEndianReader in;
  private final IndexType type;
  private long[] offset = {};
  private float[] label = {};
  private float[] weight = {};
  private long[] qid = {};
  private long[] field = {};
  private long[] index = {};
  private float[] value = {};
  private int[] narrow = {};

  /**
   * Creates a decoder.
   *
   * @param source the file's bytes, from its start
   * @param length of the file, in bytes
   * @param type the index type that the file was written with
   */
  public RowBlockDecoder(Source source, long length, IndexType type) {
    in = new LittleEndianReader(source, length);
    this.type = type;
  }

  /** Begins a file of {@code length} bytes; the source gives its bytes from now on. */
  public void reset(long length) {
    in.reset(length);
  }

  /** Returns the offset in the file where the next container begins, in bytes. */
  public long offset() {
    return in.offset();
  }

  /**
   * Reads the next container in place of what is in {@code block}.
   *
   * @return false at the end of the file, with no rows in the block
   * @throws MalformedRecordException when the file is cut off, or its arrays contradict each other
   * @throws IOException from the source
   */
  public boolean next(CsrBlock block) throws IOException {
    block.clear();
    if (in.isAtEnd()) {
      return false;
    }
    int rows = offsets();
    long entries = offset[rows];
    label = in.floats(label, count(4, "label", rows, false));
    int weights = count(4, "weight", rows, true);
    weight = in.floats(weight, weights);
    int qids = count(8, "qid", rows, true);
    qid = in.longs(qid, qids);
    int fields = count(type.width(), "field", entries, true);
    final long fieldsAt = in.offset();
    field = numbers(field, fields);
    checkFields(fields, fieldsAt);
    int indices = count(type.width(), "index", entries, false);
    index = numbers(index, indices);
    int values = count(4, "value", entries, true);
    value = in.floats(value, values);
    in.number(type.width(), "largest field");
    long at = in.offset();
    checkMaxIndex(in.number(type.width(), "largest index"), indices, at);
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
  private int offsets() throws IOException {
    long at = in.offset();
    int count = in.count(8, "offset");
    if (count == 0) {
      throw malformed("row block without offsets", at, "at least one offset", "none");
    }
    offset = in.longs(offset, count);
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
  private int count(int width, String what, long wanted, boolean optional) throws IOException {
    long at = in.offset();
    int count = in.count(width, what);
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

  /** Reads numbers of the index type. */
  private long[] numbers(long[] into, int count) throws IOException {
    if (type == IndexType.UINT64) {
      return in.longs(into, count);
    }
    narrow = in.ints(narrow, count);
    long[] array = into.length < count ? new long[count] : into;
    for (int i = 0; i < count; i++) {
      array[i] = Integer.toUnsignedLong(narrow[i]);
    }
    return array;
  }
}
