// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.bytes.MalformedRecordException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;

/** The rows of an array: what its first axis counts, in C order. */
interface Rows extends Closeable {
  /**
   * Reads consecutive rows.
   *
   * @param into gets {@code count} times the bytes of a row, from its start on
   */
  void read(long first, int count, byte[] into) throws IOException;

  /** Makes the error about a file that no longer is what it was. */
  @FunctionalInterface
  interface Changed {
    /** Returns the error. */
    MalformedRecordException of(long offset, String expected, String found);
  }

  /** Returns rows whose bytes are side by side in a file, from an offset on. */
  static Rows inFile(FSDataInputStream in, long base, long rowBytes, Changed changed) {
    return new Rows() {
      private long position = -1;

      @Override
      public void read(long first, int count, byte[] into) throws IOException {
        long offset = base + first * rowBytes;
        int bytes = (int) (count * rowBytes);
        if (position != offset) {
          in.seek(offset);
        }
        try {
          in.readFully(into, 0, bytes);
        } catch (EOFException e) {
          throw changed.of(offset, bytes + " bytes", "the end of the file: it changed meanwhile");
        }
        position = offset + bytes;
      }

      @Override
      public void close() throws IOException {
        in.close();
      }
    };
  }
}
