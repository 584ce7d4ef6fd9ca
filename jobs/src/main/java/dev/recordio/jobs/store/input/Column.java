// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.store.schema.FieldType;
import java.io.Closeable;
import java.io.IOException;

/**
 * Values for a field, a value a record, from files. What is wrong with the files as a whole was
 * found when it was opened. For use by one thread; readers are closed before it.
 */
public abstract class Column implements Closeable {
  private final FieldType type;
  private final long records;
  private final long bytes;
  private final String source;

  Column(FieldType type, long records, long bytes, String source) {
    this.type = type;
    this.records = records;
    this.bytes = bytes;
    this.source = source;
  }

  /** Returns the type of the values. */
  public final FieldType type() {
    return type;
  }

  /** Returns the number of records. */
  public final long records() {
    return records;
  }

  /** Returns about how many bytes are read for all records. */
  final long bytes() {
    return bytes;
  }

  /** Returns where the values are, for errors. */
  final String source() {
    return source;
  }

  /** Returns a reader of the values of all records. */
  public final Reader read() throws IOException {
    return read(0, records);
  }

  /**
   * Returns a reader of the values of consecutive records.
   *
   * @param from the first record
   * @param to the one after the last, at most {@link #records}
   */
  abstract Reader read(long from, long to) throws IOException;

  @Override
  public void close() throws IOException {}

  /** Reads the values of consecutive records; see {@link #read}. */
  public abstract static class Reader implements Closeable {
    private boolean isPresent;
    private byte[] buffer;
    private int offset;
    private int length;

    /**
     * Steps to the next record.
     *
     * @return false after the last one
     * @throws IOException when its value is not one of the column's type, or can't be read
     */
    public abstract boolean next() throws IOException;

    /** Sets the value of the record. */
    final void set(byte[] bytes, int from, int count) {
      isPresent = true;
      buffer = bytes;
      offset = from;
      length = count;
    }

    /** Sets that the record has no value. */
    final void setAbsent() {
      isPresent = false;
      length = 0;
    }

    /** Whether the record has a value. */
    public final boolean isPresent() {
      return isPresent;
    }

    /** Returns the array with the value; good until the next call of {@link #next}. */
    public final byte[] buffer() {
      return buffer;
    }

    /** Returns where the value begins in {@link #buffer}. */
    public final int offset() {
      return offset;
    }

    /** Returns the bytes of the value; 0 where there is none. */
    public final int length() {
      return length;
    }
  }
}
