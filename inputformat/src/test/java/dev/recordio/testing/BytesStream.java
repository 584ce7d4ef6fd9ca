// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntUnaryOperator;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.Seekable;

/** A file in memory whose reads may be short: what file systems are allowed to do. */
public final class BytesStream extends InputStream implements Seekable, PositionedReadable {
  private final byte[] bytes;
  private final IntUnaryOperator granted;
  private int position;

  private BytesStream(byte[] bytes, IntUnaryOperator granted) {
    this.bytes = bytes;
    this.granted = granted;
  }

  /** Opens a file whose reads give all that is requested. */
  public static FSDataInputStream open(byte[] bytes) {
    return open(bytes, asked -> asked);
  }

  /** Opens a file whose reads give {@code granted} of the bytes requested: at least 1. */
  public static FSDataInputStream open(byte[] bytes, IntUnaryOperator granted) {
    return new FSDataInputStream(new BytesStream(bytes, granted));
  }

  @Override
  public int read() {
    return position < bytes.length ? bytes[position++] & 255 : -1;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    int count = read(position, into, offset, length);
    position += Math.max(0, count);
    return count;
  }

  @Override
  public int read(long from, byte[] into, int offset, int length) {
    if (from >= bytes.length) {
      return -1;
    }
    int count = granted.applyAsInt(Math.min(length, bytes.length - (int) from));
    System.arraycopy(bytes, (int) from, into, offset, count);
    return count;
  }

  @Override
  public void readFully(long from, byte[] into, int offset, int length) throws IOException {
    if (from + length > bytes.length) {
      throw new java.io.EOFException("the file ends at " + bytes.length);
    }
    System.arraycopy(bytes, (int) from, into, offset, length);
  }

  @Override
  public void readFully(long from, byte[] into) throws IOException {
    readFully(from, into, 0, into.length);
  }

  @Override
  public void seek(long to) throws IOException {
    if (to < 0 || to > bytes.length) {
      throw new java.io.EOFException("can't seek to " + to + " of " + bytes.length);
    }
    position = (int) to;
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
