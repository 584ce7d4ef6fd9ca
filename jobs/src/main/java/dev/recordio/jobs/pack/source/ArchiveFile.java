// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.fs.stream.Files;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/** The bytes of an archive's file, up to the length it was listed with. */
final class ArchiveFile extends InputStream {
  private final FSDataInputStream in;
  private final long length;
  private long position;

  /** Opens a file that has {@code length} bytes. */
  ArchiveFile(Configuration conf, Path path, long length) throws IOException {
    in = Files.open(SourceFiles.of(conf, path), path, Files.Reading.PIECES);
    this.length = length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    if (position >= length) {
      return -1;
    }
    if (in.getPos() != position) {
      in.seek(position);
    }
    int got = in.read(bytes, offset, (int) Math.min(count, length - position));
    if (got < 0) {
      throw new EOFException(
          "the file ends at " + position + ", it was listed with " + length + " bytes");
    }
    position += got;
    return got;
  }

  /** Skips bytes without reading them. */
  @Override
  public long skip(long count) {
    long skipped = Math.max(0, Math.min(count, length - position));
    position += skipped;
    return skipped;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
