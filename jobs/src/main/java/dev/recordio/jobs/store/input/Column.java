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
  public final ColumnReader read() throws IOException {
    return read(0, records);
  }

  /**
   * Returns a reader of the values of consecutive records.
   *
   * @param from the first record
   * @param to the one after the last, at most {@link #records}
   */
  abstract ColumnReader read(long from, long to) throws IOException;

  @Override
  public void close() throws IOException {}
}
