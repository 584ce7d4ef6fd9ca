// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;

/**
 * A compressed file as its codec reads it. It keeps what the file system threw, so that a failing
 * disk or network is not taken for damaged data, nor for the end of the data: some codecs swallow
 * it. A file that ends before the length that it was opened with is such a failure, too.
 */
final class PackedStream extends FSInputStream {
  private final FSDataInputStream in;
  private final String path;
  private final long length;
  private long position;
  private boolean lastReadByte;
  private boolean cutWord;
  private boolean cutBlock;
  private boolean closed;
  private IOException failure;

  /**
   * Creates the stream.
   *
   * @param path names the file, for messages
   * @param length the length of the file, in bytes, as its status has it
   */
  PackedStream(FSDataInputStream in, String path, long length) {
    this.in = in;
    this.path = path;
    this.length = length;
  }

  /**
   * Fails if the file system did, even if the codec ignored that.
   *
   * @throws IOException what the file system threw
   */
  void check() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  /** Returns the number of bytes after the position. */
  long left() {
    return length - position;
  }

  /** Whether the file ended after a byte that was read by itself: within a word. */
  boolean cutWord() {
    return cutWord;
  }

  /** Whether the file ended where several bytes were to be read: within a block. */
  boolean cutBlock() {
    return cutBlock;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    boolean inWord = lastReadByte;
    boolean end = get(one, 0, 1) < 0;
    cutWord |= end && inWord;
    lastReadByte = !end;
    return end ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    int got = get(bytes, offset, count);
    cutBlock |= got < 0;
    return got;
  }

  private int get(byte[] bytes, int offset, int count) throws IOException {
    lastReadByte = false;
    try {
      int got = in.read(bytes, offset, count);
      if (got < 0 && position < length) {
        throw new EOFException(
            path
                + " ends at offset "
                + position
                + "; it had "
                + length
                + " bytes when it was opened: it was cut or written again meanwhile");
      }
      position += Math.max(0, got);
      return got;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public void seek(long to) throws IOException {
    try {
      in.seek(to);
    } catch (IOException e) {
      throw failed(e);
    }
    position = to;
    lastReadByte = false;
  }

  @Override
  public long getPos() {
    return position;
  }

  @Override
  public boolean seekToNewSource(long to) throws IOException {
    try {
      return in.seekToNewSource(to);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public int available() throws IOException {
    try {
      return in.available();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private IOException failed(IOException e) {
    failure = failure == null ? e : failure;
    return e;
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      in.close();
    }
  }
}
