// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.InputStream;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.Seekable;

/** A long file in no memory: bytes at its start, bytes at its end, zeros between. */
public final class HoleStream extends InputStream implements Seekable, PositionedReadable {
  private final byte[] head;
  private final byte[] tail;
  private final long length;
  private long position;

  private HoleStream(byte[] head, byte[] tail, long length) {
    this.head = head;
    this.tail = tail;
    this.length = length;
  }

  /** Opens a file of {@code length} bytes. */
  public static FSDataInputStream open(byte[] head, byte[] tail, long length) {
    return new FSDataInputStream(new HoleStream(head, tail, length));
  }

  @Override
  public int read() {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
  }

  @Override
  public int read(byte[] into, int offset, int count) {
    int got = read(position, into, offset, count);
    position += Math.max(0, got);
    return got;
  }

  @Override
  public int read(long from, byte[] into, int offset, int count) {
    if (from >= length) {
      return -1;
    }
    int got = (int) Math.min(count, length - from);
    Arrays.fill(into, offset, offset + got, (byte) 0);
    copy(head, 0, from, into, offset, got);
    copy(tail, length - tail.length, from, into, offset, got);
    return got;
  }

  private static void copy(byte[] bytes, long at, long from, byte[] into, int offset, int count) {
    long begin = Math.max(at, from);
    long end = Math.min(at + bytes.length, from + count);
    if (begin < end) {
      System.arraycopy(
          bytes, (int) (begin - at), into, offset + (int) (begin - from), (int) (end - begin));
    }
  }

  @Override
  public void readFully(long from, byte[] into, int offset, int count) throws java.io.IOException {
    if (read(from, into, offset, count) < count) {
      throw new java.io.EOFException("the file ends at " + length);
    }
  }

  @Override
  public void readFully(long from, byte[] into) throws java.io.IOException {
    readFully(from, into, 0, into.length);
  }

  @Override
  public void seek(long to) {
    position = to;
  }

  @Override
  public long getPos() {
    return position;
  }

  @Override
  public boolean seekToNewSource(long target) {
    return false;
  }
}
