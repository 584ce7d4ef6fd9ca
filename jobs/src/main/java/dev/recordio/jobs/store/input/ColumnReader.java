// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import java.io.Closeable;
import java.io.IOException;

/** Reads the values of consecutive records; see {@link Column#read}. */
public abstract class ColumnReader implements Closeable {
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
