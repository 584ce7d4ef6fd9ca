// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import org.apache.hadoop.fs.FSDataInputStream;

/** Presents a file of a Hadoop file system as a channel, which the zip reader needs. */
final class SeekableFile implements SeekableByteChannel {
  private final FSDataInputStream in;
  private final long size;
  private long position;
  private boolean open = true;
  private IOException failure;

  SeekableFile(FSDataInputStream in, long size) {
    this.in = in;
    this.size = size;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    if (position >= size) {
      return -1;
    }
    int wanted = (int) Math.min(target.remaining(), size - position);
    byte[] bytes = target.hasArray() ? target.array() : new byte[wanted];
    int at = target.hasArray() ? target.arrayOffset() + target.position() : 0;
    int count = read(bytes, at, wanted);
    if (count > 0) {
      if (target.hasArray()) {
        target.position(target.position() + count);
      } else {
        target.put(bytes, 0, count);
      }
      position += count;
    }
    return count;
  }

  private int read(byte[] bytes, int at, int wanted) throws IOException {
    try {
      in.seek(position);
      int count = in.read(bytes, at, wanted);
      if (count < 0) {
        throw new EOFException(
            "the file ends before " + position + ", it was listed with " + size + " bytes");
      }
      return count;
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  /** Returns the exception of the file system; null if it threw none. */
  IOException failure() {
    return failure;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public SeekableByteChannel position(long newPosition) {
    position = newPosition;
    return this;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public int write(ByteBuffer source) {
    throw new NonWritableChannelException();
  }

  @Override
  public SeekableByteChannel truncate(long newSize) {
    throw new NonWritableChannelException();
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() throws IOException {
    open = false;
    in.close();
  }
}
