// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import java.io.Closeable;
import java.io.IOException;

/** Consecutive rows in memory, which are read on together. */
final class RowWindow implements Closeable {
  private final Rows rows;
  private final int rowBytes;
  private final long end;
  private final int capacity;

  private byte[] buffer = {};
  private long first;
  private int count;

  /**
   * @param end the row after the last one that will be needed
   * @param capacity bytes to read at a time; more where the rows needed at once have more
   */
  RowWindow(Rows rows, int rowBytes, long end, int capacity) {
    this.rows = rows;
    this.rowBytes = rowBytes;
    this.end = end;
    this.capacity = capacity;
  }

  /** Returns where consecutive rows begin in {@link #buffer}, all of them. */
  int require(long from, int needed) throws IOException {
    if (needed == 0) {
      return 0;
    }
    if (from < first || from + needed > first + count) {
      load(from, needed);
    }
    return (int) (from - first) * rowBytes;
  }

  private void load(long from, int needed) throws IOException {
    first = from;
    count = 0;
    if (rowBytes == 0) {
      return;
    }
    int next = (int) Math.min(Math.max(needed, capacity / rowBytes), end - from);
    if (buffer.length < (long) next * rowBytes) {
      buffer = new byte[next * rowBytes];
    }
    rows.read(from, next, buffer);
    count = next;
  }

  byte[] buffer() {
    return buffer;
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
