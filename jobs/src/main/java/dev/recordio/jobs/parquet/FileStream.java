// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.parquet;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** An open file, as Parquet's reader takes it. */
final class FileStream extends DelegatingSeekableInputStream implements InputFile {
  private final FSDataInputStream in;
  private final Watched watched;
  private final long length;
  private final String path;

  FileStream(FSDataInputStream in, long length, String path) {
    this(new Watched(in), in, length, path);
  }

  private FileStream(Watched watched, FSDataInputStream in, long length, String path) {
    super(watched);
    this.watched = watched;
    this.in = in;
    this.length = length;
    this.path = path;
  }

  @Override
  public long getLength() {
    return length;
  }

  @Override
  public SeekableInputStream newStream() {
    return this;
  }

  @Override
  public long getPos() throws IOException {
    return in.getPos();
  }

  @Override
  public void seek(long position) throws IOException {
    try {
      in.seek(position);
    } catch (IOException e) {
      watched.failed = true;
      throw e;
    }
  }

  /** Whether an error comes from the file system, and not from what is in the file. */
  boolean hasFailed() {
    return watched.failed;
  }

  /** Notes that reading has failed: Parquet's reader throws the same type for damaged headers. */
  private static final class Watched extends FilterInputStream {
    private boolean failed;

    Watched(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      try {
        return in.read();
      } catch (IOException e) {
        failed = true;
        throw e;
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
      try {
        return in.read(bytes, offset, count);
      } catch (IOException e) {
        failed = true;
        throw e;
      }
    }
  }

  /** Parquet's reader names the file so in its errors. */
  @Override
  public String toString() {
    return path;
  }
}
