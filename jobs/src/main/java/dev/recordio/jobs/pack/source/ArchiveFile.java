// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/**
 * The bytes of an archive's file, up to the length it was listed with: the stream that the tar
 * reader takes, and the channel that the zip reader needs.
 */
final class ArchiveFile extends InputStream implements SeekableByteChannel {
  private final FSDataInputStream in;
  private final long length; // or where the part of the file ends
  private long position;
  private boolean open = true;
  private IOException failure;

  ArchiveFile(Configuration conf, Path path, long length) throws IOException {
    this(conf, path, length, 0, length);
  }

  /** Opens the bytes {@code [from, to)} of a file. */
  ArchiveFile(Configuration conf, Path path, long length, long from, long to) throws IOException {
    in = Files.open(SourceFiles.of(conf, path), path, length, Files.Reading.PIECES);
    this.length = to;
    position = from;
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
    try {
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
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    byte[] bytes = target.hasArray() ? target.array() : new byte[target.remaining()];
    int at = target.hasArray() ? target.arrayOffset() + target.position() : 0;
    int got = read(bytes, at, target.remaining());
    if (got > 0 && target.hasArray()) {
      target.position(target.position() + got);
    } else if (got > 0) {
      target.put(bytes, 0, got);
    }
    return got;
  }

  /** Skips bytes without reading them. */
  @Override
  public long skip(long count) {
    long skipped = Math.max(0, Math.min(count, length - position));
    position += skipped;
    return skipped;
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
    return length;
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

  /**
   * How many bytes one archive may unpack to: {@link PackConf#ARCHIVE_MAX_BYTES}, and {@link
   * PackConf#ARCHIVE_MAX_RATIO} times its own length. The ratio counts only from 64 MiB on: a small
   * archive of equal bytes harms nobody.
   */
  static final class Limit {
    private static final long FREE = 64L << 20;

    private final Path archive;
    private final long maxBytes;
    private final long maxRatio;
    private final long limit;

    Limit(Configuration conf, Path archive, long length) {
      this.archive = archive;
      maxBytes = PackConf.ARCHIVE_MAX_BYTES.getBytes(conf);
      maxRatio = PackConf.ARCHIVE_MAX_RATIO.getLong(conf);
      boolean huge = length > Long.MAX_VALUE / maxRatio;
      limit = Math.min(maxBytes, huge ? Long.MAX_VALUE : Math.max(FREE, length * maxRatio));
    }

    /**
     * Refuses an archive that unpacks to too many bytes.
     *
     * @param unpacked bytes so far, or as the archive claims
     * @throws BadInputException that names the key of the limit
     */
    void check(long unpacked) throws BadInputException {
      if (unpacked > limit) {
        boolean absolute = limit == maxBytes;
        throw new BadInputException(
            "archive that unpacks to too much: "
                + archive
                + ": expected at most "
                + limit
                + " bytes"
                + (absolute ? "" : ", " + maxRatio + " times its own or 64 MiB")
                + ", found more (if it is meant to: -D "
                + (absolute ? PackConf.ARCHIVE_MAX_BYTES : PackConf.ARCHIVE_MAX_RATIO)
                + "=N with a larger N)",
            null);
      }
    }
  }
}
