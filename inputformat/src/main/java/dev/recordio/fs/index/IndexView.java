// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import java.io.IOException;

/** The offsets that an index gives for consecutive records of one file, in order. */
public interface IndexView {
  /** Returns the number of records. */
  long count();

  /** Returns where record {@code i} begins, in bytes. */
  long offset(long i) throws IOException;

  /** Returns the offset after record {@code i}. */
  long end(long i) throws IOException;

  /**
   * Whether the index itself knows where the last record ends: otherwise that is the end of the
   * file, whatever is there.
   */
  boolean knowsEnd();

  /** Returns the first record that begins at {@code offset} or after it; the count, if none. */
  default long firstFrom(long offset) throws IOException {
    long low = 0;
    long high = count();
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (offset(middle) < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
