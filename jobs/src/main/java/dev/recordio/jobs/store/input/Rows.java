// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import java.io.Closeable;
import java.io.IOException;

/** The rows of an array: what its first axis counts, in C order. */
interface Rows extends Closeable {
  /**
   * Reads consecutive rows.
   *
   * @param into gets {@code count} times the bytes of a row, from its start on
   */
  void read(long first, int count, byte[] into) throws IOException;
}
