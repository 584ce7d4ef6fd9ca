// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.parquet;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** An open file, as Parquet's reader takes it. */
final class FileStream extends DelegatingSeekableInputStream implements InputFile {
  private final FSDataInputStream in;
  private final long length;
  private final String path;

  FileStream(FSDataInputStream in, long length, String path) {
    super(in);
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
    in.seek(position);
  }

  /** Parquet's reader names the file so in its errors. */
  @Override
  public String toString() {
    return path;
  }
}
