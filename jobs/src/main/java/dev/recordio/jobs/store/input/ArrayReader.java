// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.store.schema.FieldType;
import java.io.IOException;
import java.nio.ByteOrder;

/** Reads rows of an array, one a record, or as many as offsets say. */
final class ArrayReader extends ColumnReader {
  private static final int STRAIGHT_BYTES = 1 << 20;
  private static final int TRANSPOSED_BYTES = 32 << 20;

  private final ArrayFile values;
  private final long to;
  private final int rowBytes;
  private RowWindow rows;
  private PresentReader present; // null: all are
  private ArrayFile offsetsFile; // null: one row a record
  private RowWindow offsets;
  private ByteOrder order;

  private long record; // the next one

  ArrayReader(ArrayFile values, long from, long to) {
    this.values = values;
    this.to = to;
    record = from;
    rowBytes = (int) values.rowBytes(); // its type was accepted, so it fits
  }

  void setPresent(PresentReader reader) {
    present = reader;
  }

  /** Sets the offsets; returns the first row. */
  long setOffsets(ArrayFile file, RowWindow window, ByteOrder byteOrder) throws IOException {
    offsetsFile = file;
    offsets = window;
    order = byteOrder;
    return record < to ? begin(record) : 0;
  }

  /** Sets the values, last. */
  void setRows(Rows reader) {
    int capacity = values.isTransposed() ? TRANSPOSED_BYTES : STRAIGHT_BYTES;
    // With offsets, a task reads up to a window of rows of the next one.
    rows = new RowWindow(reader, rowBytes, offsets == null ? to : values.rows(), capacity);
  }

  @Override
  public boolean next() throws IOException {
    if (record == to) {
      return false;
    }
    boolean isPresent = present == null || present.next();
    long first = record;
    int count = 1;
    if (offsets != null) {
      first = begin(record);
      count = count(first);
    }
    record++;
    if (isPresent) {
      int at = rows.require(first, count);
      set(rows.buffer(), at, count * rowBytes);
    } else {
      setAbsent();
    }
    return true;
  }

  private long begin(long of) throws IOException {
    int at = offsets.require(of, 2);
    long begin = number(at);
    if (begin < 0 || begin > values.rows()) {
      throw wrong(of, "0 to " + values.rows() + ", the rows of the values", begin);
    }
    return begin;
  }

  private int count(long begin) throws IOException {
    int at = offsets.require(record, 2) + Long.BYTES;
    long end = number(at);
    if (end < begin || end > values.rows()) {
      throw wrong(record + 1, begin + " to " + values.rows() + ", the rows of the values", end);
    }
    long most = rowBytes == 0 ? Integer.MAX_VALUE : FieldType.MAX_VALUE_BYTES / rowBytes;
    if (end - begin > most) {
      throw wrong(
          record + 1, "a value of at most " + FieldType.MAX_VALUE_BYTES + " bytes", end - begin);
    }
    return (int) (end - begin);
  }

  private long number(int at) {
    long number = LittleEndian.getLong(offsets.buffer(), at);
    return order == ByteOrder.LITTLE_ENDIAN ? number : Long.reverseBytes(number);
  }

  private IOException wrong(long entry, String expected, long found) {
    return offsetsFile.changed(offsetsFile.base() + entry * Long.BYTES, expected, found + "");
  }

  @Override
  public void close() throws IOException {
    try (PresentReader closing = present;
        RowWindow closingToo = offsets) {
      if (rows != null) {
        rows.close();
      }
    }
  }
}
