// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import dev.recordio.bytes.UnsignedDecimal;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes the lines of an {@code .idx} file: key, TAB, offset, LF, both as unsigned decimals, in the
 * order of the records.
 */
public final class IdxWriter implements Closeable {
  private static final int LONGEST_LINE = 2 * UnsignedDecimal.MAX_DIGITS + 2;

  private final OutputStream out;
  private final byte[] buffer = new byte[1 << 14];
  private int used;

  /** Creates a writer that owns {@code out} from now on. */
  public IdxWriter(OutputStream out) {
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
    int at = UnsignedDecimal.put(buffer, used, key);
    buffer[at++] = '\t';
    at = UnsignedDecimal.put(buffer, at, offset);
    buffer[at++] = '\n';
    used = at;
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
