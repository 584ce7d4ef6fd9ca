// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.bytes.MalformedRecordException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
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

  /** Consecutive rows in memory, which are read on together. */
  final class Window implements Closeable {
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
    Window(Rows rows, int rowBytes, long end, int capacity) {
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

  /**
   * Rows of a member of a zip, one after the other. When they are read from the first to the last,
   * its checksum is checked.
   */
  final class InMember implements Rows {
    private final Configuration conf;
    private final ArrayFile array;
    private InputStream member;
    private long position; // in the member

    InMember(Configuration conf, ArrayFile array) throws IOException {
      this.conf = conf;
      this.array = array;
      member = new MemberStream(conf, array.file(), array.member());
    }

    @Override
    public void read(long first, int count, byte[] into) throws IOException {
      long offset = array.header().dataOffset() + first * array.rowBytes();
      if (offset < position) {
        member.close();
        member = new MemberStream(conf, array.file(), array.member());
        position = 0;
      }
      member.skipNBytes(offset - position);
      position = offset;
      // All bytes are there, or it would have thrown.
      position += member.readNBytes(into, 0, (int) (count * array.rowBytes()));
    }

    @Override
    public void close() throws IOException {
      member.close();
    }
  }
}
