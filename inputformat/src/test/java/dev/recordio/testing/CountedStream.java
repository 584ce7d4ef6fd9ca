// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;

/**
 * A stream that counts the calls that read from another one, and the bytes that they got. It has no
 * capabilities. {@link Faults} may occur in it.
 */
final class CountedStream extends FSInputStream {
  private final FSDataInputStream in;
  private final AtomicInteger open;
  private final AtomicLong reads;
  private final AtomicLong bytes;
  private boolean closed;

  CountedStream(FSDataInputStream in, AtomicInteger open, AtomicLong reads, AtomicLong bytes) {
    this.in = in;
    this.open = open;
    this.reads = reads;
    this.bytes = bytes;
    open.incrementAndGet();
  }

  private int counted(int got) {
    reads.incrementAndGet();
    bytes.addAndGet(Math.max(0, got));
    return got;
  }

  @Override
  public int read() throws IOException {
    int value = Faults.grant(1) < 0 ? -1 : in.read();
    counted(value < 0 ? 0 : 1);
    return value;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int grant = Faults.grant(length);
    return counted(grant < 0 ? -1 : in.read(buffer, offset, grant));
  }

  @Override
  public int read(long position, byte[] buffer, int offset, int length) throws IOException {
    int grant = Faults.grant(length);
    return counted(grant < 0 ? -1 : in.read(position, buffer, offset, grant));
  }

  @Override
  public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
    if (Faults.grant(length) < 0) {
      throw new EOFException("injected end of the file");
    }
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
    if (!closed) {
      closed = true;
      open.decrementAndGet();
    }
    Faults.closed();
  }
}
