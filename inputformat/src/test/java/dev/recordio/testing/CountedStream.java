// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;

/**
 * A stream that counts the calls that read from another one, and the bytes that they got. It has no
 * capabilities.
 */
final class CountedStream extends FSInputStream {
  private final FSDataInputStream in;
  private final AtomicLong reads;
  private final AtomicLong bytes;

  CountedStream(FSDataInputStream in, AtomicLong reads, AtomicLong bytes) {
    this.in = in;
    this.reads = reads;
    this.bytes = bytes;
  }

  private int counted(int got) {
    reads.incrementAndGet();
    bytes.addAndGet(Math.max(0, got));
    return got;
  }

  @Override
  public int read() throws IOException {
    int value = in.read();
    counted(value < 0 ? 0 : 1);
    return value;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    return counted(in.read(buffer, offset, length));
  }

  @Override
  public int read(long position, byte[] buffer, int offset, int length) throws IOException {
    return counted(in.read(position, buffer, offset, length));
  }

  @Override
  public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
    in.readFully(position, buffer, offset, length);
    counted(length);
  }

  @Override
  public void seek(long position) throws IOException {
    in.seek(position);
  }

  @Override
  public long getPos() throws IOException {
    return in.getPos();
  }

  @Override
  public boolean seekToNewSource(long position) throws IOException {
    return in.seekToNewSource(position);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
