// SPDX-License-Identifier: Apache-2.0
package dev.recordio.io;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Writable;

/**
 * Records one after the other in one array, with their numbers; up to 2^31 - 9 bytes of payloads.
 *
 * <p>Serialized, big endian: the number of records (4 bytes), then of each its number (8 bytes) and
 * its length (4 bytes), then all payloads.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class RecordBatch implements Writable {
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  private byte[] bytes = {};
  private int[] ends = new int[16]; // of each payload in bytes
  private long[] numbers = new long[16];
  private int size;

  /** Removes all records. */
  public void clear() {
    size = 0;
  }

  /**
   * Adds a record.
   *
   * @param number its number over the whole input
   * @param from the array that holds its payload, which is copied
   * @param offset where the payload begins
   * @param length its length in bytes
   */
  public void add(long number, byte[] from, int offset, int length) {
    int begin = reserve(number, length);
    System.arraycopy(from, offset, bytes, begin, length);
  }

  /** Makes room for one more record and returns where its payload goes. */
  private int reserve(long number, int length) {
    int begin = size == 0 ? 0 : ends[size - 1];
    long end = (long) begin + length;
    if (end > MAX_BYTES) {
      throw new IllegalStateException(
          "a batch of " + (size + 1) + " records has more than " + MAX_BYTES + " bytes");
    }
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_BYTES, Math.max(end, bytes.length * 2L)));
    }
    place(number, (int) end);
    return begin;
  }

  private void place(long number, int end) {
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, size * 2);
      numbers = Arrays.copyOf(numbers, size * 2);
    }
    numbers[size] = number;
    ends[size++] = end;
  }

  /** Returns the number of records. */
  public int size() {
    return size;
  }

  /** Returns the number over the whole input of record {@code i} of the batch. */
  public long number(int i) {
    return numbers[Objects.checkIndex(i, size)];
  }

  /** Returns the array with the payloads, which may be longer than they are. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns where the payload of record {@code i} begins in {@link #bytes}. */
  public int offset(int i) {
    return Objects.checkIndex(i, size) == 0 ? 0 : ends[i - 1];
  }

  /** Returns the length in bytes of the payload of record {@code i}. */
  public int length(int i) {
    return ends[i] - offset(i);
  }

  /** Copies the payload of record {@code i} into {@code value}. */
  public void get(int i, BytesWritable value) {
    int offset = offset(i);
    value.set(bytes, offset, length(i));
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(size);
    for (int i = 0; i < size; i++) {
      out.writeLong(numbers[i]);
      out.writeInt(length(i));
    }
    out.write(bytes, 0, size == 0 ? 0 : ends[size - 1]);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    clear();
    int count = in.readInt();
    if (count < 0) {
      throw Stepwise.malformed("not a batch of records", "a number of records", count + "");
    }
    long end = 0;
    for (int i = 0; i < count; i++) {
      long number = in.readLong();
      int length = in.readInt();
      end += length;
      if (length < 0 || end > MAX_BYTES) {
        clear();
        throw Stepwise.malformed(
            "not a batch of records",
            "a length of record " + i + " of 0 to " + (MAX_BYTES - end + length),
            length + "");
      }
      place(number, (int) end);
    }
    bytes = Stepwise.read(in, bytes, (int) end, "batch of records");
  }
}
