// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import java.io.Closeable;
import java.io.IOException;

/** Reads the values of consecutive records; see {@link Column#read}. */
public interface ColumnReader extends Closeable {
  /**
   * Steps to the next record.
   *
   * @return false after the last one
   * @throws IOException when its value is not one of the column's type, or can't be read
   */
  boolean next() throws IOException;

  /** Whether the record has a value. */
  boolean isPresent();

  /** Returns the array with the value; good until the next call of {@link #next}. */
  byte[] buffer();

  /** Returns where the value begins in {@link #buffer}. */
  int offset();

  /** Returns the bytes of the value; 0 where there is none. */
  int length();
}
