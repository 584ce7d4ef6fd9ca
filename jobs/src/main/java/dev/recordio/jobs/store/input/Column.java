// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.store.schema.FieldType;
import java.io.Closeable;
import java.io.IOException;

/**
 * Values for a field, a value a record, from files. What is wrong with the files as a whole was
 * found when it was opened. For use by one thread; readers are closed before it.
 */
public interface Column extends Closeable {
  /** Returns the type of the values. */
  FieldType type();

  /** Returns the number of records. */
  long records();

  /** Returns about how many bytes are read for all records. */
  long bytes();

  /**
   * Returns a reader of the values of consecutive records.
   *
   * @param from the first record
   * @param to the one after the last, at most {@link #records}
   */
  ColumnReader read(long from, long to) throws IOException;

  /** Returns where the values are, for errors. */
  String source();
}
