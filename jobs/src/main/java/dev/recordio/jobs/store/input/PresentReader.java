// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Truth values of consecutive records. */
final class PresentReader implements Closeable {
  private static final int WINDOW = 1 << 16;

  private final ArrayFile file;
  private final RowWindow window;
  private long next;

  private PresentReader(ArrayFile file, RowWindow window, long from) {
    this.file = file;
    this.window = window;
    next = from;
  }

  static PresentReader open(Configuration conf, ArrayFile file, long from, long to)
      throws IOException {
    return new PresentReader(file, new RowWindow(file.open(conf, from), 1, to, WINDOW), from);
  }

  /** Whether the next record has a value. */
  boolean next() throws IOException {
    long record = next++;
    int at = window.require(record, 1);
    byte value = window.buffer()[at];
    if (value != 0 && value != 1) {
      throw file.changed(file.base() + record, "a truth value, 0 or 1", String.valueOf(value));
    }
    return value == 1;
  }

  @Override
  public void close() throws IOException {
    window.close();
  }
}
