// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Writes the lines of an {@code .idx} file: key, TAB, offset, LF, both as unsigned decimals, in the
 * order of the records.
 */
@InterfaceAudience.Public
@InterfaceStability.Stable
public final class IndexWriter implements Closeable {
  private static final int LONGEST_LINE = 2 * 20 + 2;
  private static final int LONGEST_POSITIVE = 19; // digits of 2^63 - 1

  private final OutputStream out;
  private final byte[] buffer = new byte[1 << 14];
  private int used;

  /** Makes a writer that owns {@code out} from now on. */
  public IndexWriter(OutputStream out) {
    this.out = out;
  }

  /**
   * Writes one line.
   *
   * @param key the record's key, unsigned
   * @param offset where the record's first header begins, in bytes
   */
  public void write(long key, long offset) throws IOException {
    if (buffer.length - used < LONGEST_LINE) {
      flush();
    }
    putDecimal(key);
    buffer[used++] = '\t';
    putDecimal(offset);
    buffer[used++] = '\n';
  }

  private void putDecimal(long value) {
    if (value < 0) {
      // Unsigned, beyond 2^63: without its last digit it is a number like any other.
      long tenth = Long.divideUnsigned(value, 10);
      putDecimal(tenth);
      buffer[used++] = (byte) ('0' + (value - tenth * 10));
      return;
    }
    int at = used + digits(value);
    used = at;
    long rest = value;
    do {
      long tenth = rest / 10;
      buffer[--at] = (byte) ('0' + (rest - tenth * 10));
      rest = tenth;
    } while (rest != 0);
  }

  private static int digits(long value) {
    int digits = 1;
    for (long bound = 10; digits < LONGEST_POSITIVE && value >= bound; bound *= 10) {
      digits++;
    }
    return digits;
  }

  private void flush() throws IOException {
    out.write(buffer, 0, used);
    used = 0;
  }

  @Override
  public void close() throws IOException {
    try (out) {
      flush();
    }
  }
}
