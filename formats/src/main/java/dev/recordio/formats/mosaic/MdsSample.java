// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.mosaic;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;

/**
 * A view of a sample of MDS: a u32 size for each column without a fixed one, in the order of
 * columns, then the values of all columns in that order. Moved from sample to sample.
 */
public final class MdsSample {
  private final MdsSchema schema;
  private final int sizesBytes;
  private final int[] bounds; // of values: bounds[i] .. bounds[i + 1]
  private byte[] bytes;
  private int base;
  private long offset;

  public MdsSample(MdsSchema schema) {
    this.schema = schema;
    sizesBytes = Integer.BYTES * schema.variable();
    bounds = new int[schema.columns().size() + 1];
  }

  /**
   * Moves this view to another sample.
   *
   * @param array that holds it
   * @param from index of its first byte
   * @param end index after its last byte
   * @param place the offset of its first byte in the file, for errors
   * @throws MalformedRecordException without the file's name, unless the columns fill the sample
   */
  public void reset(byte[] array, int from, int end, long place) throws MalformedRecordException {
    bytes = array;
    base = from;
    offset = place;
    if (end - from < sizesBytes) {
      throw malformed(
          from, sizesBytes + " bytes for the sizes of its columns", (end - from) + " bytes");
    }
    int sizeAt = from;
    int at = from + sizesBytes;
    for (int i = 0; i < bounds.length - 1; i++) {
      MdsSchema.Column column = schema.columns().get(i);
      long size = column.bytes();
      int place4 = at;
      if (column.isVariable()) {
        size = Integer.toUnsignedLong(LittleEndian.getInt(array, sizeAt));
        place4 = sizeAt;
        sizeAt += Integer.BYTES;
      }
      if (size > end - at) {
        throw malformed(
            place4,
            "at most the " + (end - at) + " bytes left in the sample for '" + column.name() + "'",
            size + " bytes");
      }
      bounds[i] = at;
      at += (int) size;
    }
    bounds[bounds.length - 1] = at;
    if (at != end) {
      throw malformed(
          at, "the end of a sample of " + (at - from) + " bytes", (end - at) + " bytes more");
    }
  }

  /** Returns the array that holds the sample. */
  public byte[] array() {
    return bytes;
  }

  /** Returns the index of the first byte of a column's value. */
  public int from(int column) {
    return bounds[column];
  }

  /** Returns the bytes of a column's value. */
  public int length(int column) {
    return bounds[column + 1] - bounds[column];
  }

  /** Returns the offset in the file of an index of the array. */
  public long offset(int index) {
    return offset + index - base;
  }

  /** Returns an error at an index of the array, without the file's name. */
  public MalformedRecordException malformed(int index, String expected, String found) {
    return new MalformedRecordException(
        "malformed MDS sample", null, offset(index), -1, expected, found);
  }
}
