// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.util.Progressable;

/**
 * The uncompressed bytes of a tar for the library that parses it, with what that library lacks: it
 * skips contents by reading them, reads headers of any claimed length, and accepts the end of the
 * data as the end of the archive.
 */
final class TarBytes extends FilterInputStream {
  /** Bytes of headers before one entry; long names and maps of sparse files are far shorter. */
  private static final int MAX_HEADER = 1 << 20;

  private static final int BLOCK = 512;
  private static final int END_MARK = BLOCK;
  private static final int PROGRESS_STEP = 1 << 20;

  private final boolean canSkip;
  private final Progressable progress;
  private final ArchiveFile.Limit limit; // null where nothing is unpacked
  private long position;
  private long reported;
  private long unread; // bytes that the library may get without their values
  private boolean inHeader;
  private long headerBytes;
  private final ByteArrayOutputStream headers = new ByteArrayOutputStream();
  private int beforeHeaders; // the end of the last block of the content before
  private long zeros; // at the end of the part of the header read so far
  private boolean failed;
  private boolean marked; // whether there were as many as in an end mark

  private TarBytes(
      InputStream in, boolean canSkip, Progressable progress, ArchiveFile.Limit limit) {
    super(in);
    this.canSkip = canSkip;
    this.progress = progress;
    this.limit = limit;
  }

  /** The bytes of a tar that is not compressed; calls {@code progress} for every mebibyte. */
  static TarBytes ofPlain(ArchiveFile file, Progressable progress) {
    return new TarBytes(file, true, progress, null);
  }

  /**
   * The bytes that a codec decompresses, up to a limit; calls {@code progress} for every mebibyte.
   */
  static TarBytes ofUnpacked(InputStream in, Progressable progress, ArchiveFile.Limit limit) {
    return new TarBytes(in, false, progress, limit);
  }

  /** Declares that the values of the next {@code count} bytes are not used. */
  void passOver(long count) {
    unread = canSkip ? count : 0;
  }

  /** Declares that headers follow, up to the next call of {@link #endHeader}. */
  void beginHeader() {
    unread = 0;
    inHeader = true;
    headerBytes = 0;
    headers.reset();
    beforeHeaders = (int) (-position & BLOCK - 1);
    zeros = 0;
    marked = false;
  }

  /** Returns the path in the extended headers of the entry; null when it is not there. */
  byte[] paxPath() {
    return headers.size() - beforeHeaders <= BLOCK
        ? null
        : PaxPath.of(headers.toByteArray(), beforeHeaders);
  }

  void endHeader() {
    inHeader = false;
  }

  /** Whether there was an end mark before the library found no further entry. */
  boolean isMarked() {
    return marked;
  }

  long position() {
    return position;
  }

  /** Reads to the end, and returns whether only zeros follow the end mark. */
  boolean isZeroToEnd() throws IOException {
    boolean zerosOnly = zeros >= END_MARK;
    byte[] rest = new byte[1 << 16];
    for (int got = 0; got >= 0 && zerosOnly; got = read(rest, 0, rest.length)) {
      zerosOnly = zerosAtEnd(rest, 0, got, 0) == got;
    }
    return zerosOnly;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  /** Whether reading has failed: what the library throws then is not about the archive. */
  boolean hasFailed() {
    return failed;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    failed = true;
    int got = get(bytes, offset, count);
    failed = false;
    return got;
  }

  private int get(byte[] bytes, int offset, int count) throws IOException {
    if (unread > 0) {
      int passed = (int) in.skip(Math.min(count, unread));
      unread -= passed;
      position += passed;
      return passed == 0 ? -1 : passed;
    }
    int got = in.read(bytes, offset, count);
    if (got > 0) {
      position += got;
      if (position - reported >= PROGRESS_STEP) {
        reported = position;
        progress.progress();
      }
      if (limit != null) {
        limit.check(position);
      }
      if (inHeader) {
        header(bytes, offset, got);
      }
    }
    return got;
  }

  private void header(byte[] bytes, int offset, int count) throws IOException {
    headers.write(bytes, offset, count);
    headerBytes += count;
    if (headerBytes > MAX_HEADER) {
      throw new IOException(
          "damaged: expected at most "
              + MAX_HEADER
              + " bytes of headers, its name among them, before an entry");
    }
    zeros = zerosAtEnd(bytes, offset, count, zeros);
    marked |= zeros >= END_MARK;
  }

  private static long zerosAtEnd(byte[] bytes, int offset, int count, long before) {
    for (int i = count - 1; i >= 0; i--) {
      if (bytes[offset + i] != 0) {
        return count - 1 - i;
      }
    }
    return before + count;
  }

  @Override
  public long skip(long count) throws IOException {
    byte[] nowhere = new byte[(int) Math.min(count, 1 << 13)];
    return Math.max(0, read(nowhere, 0, nowhere.length));
  }

  @Override
  public int available() {
    return 0;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  /**
   * Finds the path in the extended headers of an entry of a tar, as bytes: the library decodes it,
   * and replaces bytes that are not UTF-8.
   */
  private static final class PaxPath {
    private static final int BLOCK = 512;
    private static final int SIZE_AT = 124;
    private static final int SIZE_BYTES = 12;
    private static final int TYPE_AT = 156;
    private static final byte[] PATH = "path=".getBytes(StandardCharsets.US_ASCII);

    private PaxPath() {}

    /**
     * Returns the path.
     *
     * @param headers the blocks of an entry, up to its content; the library has accepted them
     * @param from where they begin
     * @return null when the name is in the entry's own header, or in a GNU header of a long name
     */
    static byte[] of(byte[] headers, int from) {
      for (int at = from; at + BLOCK <= headers.length; ) {
        int size = size(headers, at);
        byte type = headers[at + TYPE_AT];
        boolean passed = type == 'g' || type == 'K';
        if (type == 'x' || type == 'X') {
          byte[] path = path(headers, at + BLOCK, Math.min(headers.length, at + BLOCK + size));
          if (path != null) {
            return path;
          }
        } else if (!passed) {
          return null;
        }
        at += BLOCK + (size + BLOCK - 1) / BLOCK * BLOCK;
      }
      return null;
    }

    /** Returns the bytes of an extended header, at most as many as all headers may have. */
    private static int size(byte[] headers, int at) {
      long size = 0;
      for (int i = at + SIZE_AT; i < at + SIZE_AT + SIZE_BYTES; i++) {
        if (headers[i] >= '0' && headers[i] <= '7') {
          size = size << 3 | headers[i] - '0';
        }
      }
      return (int) Math.min(size, headers.length);
    }

    /** Walks records: the length of all of it in digits, a space, key=value, a line feed. */
    private static byte[] path(byte[] headers, int from, int to) {
      byte[] path = null;
      for (int at = from; at < to; ) {
        int length = 0;
        int key = at;
        while (key < to && headers[key] >= '0' && headers[key] <= '9' && length < to) {
          length = 10 * length + headers[key++] - '0';
        }
        key++;
        int end = at + length;
        if (length == 0 || end > to || key > end - 1) {
          return path;
        }
        int value = key + PATH.length;
        if (value < end && Arrays.equals(headers, key, value, PATH, 0, PATH.length)) {
          path = Arrays.copyOfRange(headers, value, end - 1);
        }
        at = end;
      }
      return path;
    }
  }
}
