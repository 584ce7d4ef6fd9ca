// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;

/**
 * A compressed file as its codec reads it. It keeps what the file system threw, so that a failing
 * disk or network is not taken for damaged data.
 */
final class PackedStream extends FSInputStream {
  private final FSDataInputStream in;
  private IOException failure;

  PackedStream(FSDataInputStream in) {
    this.in = in;
  }

  /** Returns what the file system threw; null when it did not. */
  IOException failure() {
    return failure;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      return in.read(bytes, offset, length);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public void seek(long position) throws IOException {
    try {
      in.seek(position);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public long getPos() {
    try {
      return in.getPos();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean seekToNewSource(long position) throws IOException {
    return in.seekToNewSource(position);
  }

  @Override
  public int available() throws IOException {
    return in.available();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
