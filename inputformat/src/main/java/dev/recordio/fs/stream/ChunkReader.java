// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.EarlyEnd;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.FSDataInputStream;

/**
 * A sliding window over one input: large reads into one array that is reused.
 *
 * <p>Reads end at multiples of the chunk size, so that they begin there too, or at the soft end
 * given to {@link #fill}. The array grows only when what must stay in the window does not fit, and
 * then at most to twice the bytes that have actually been read: a length that a damaged file claims
 * costs no memory.
 */
public final class ChunkReader implements Closeable {
  /** The most bytes that a window can hold: about as many as the largest array. */
  static final int MAX_WINDOW = Integer.MAX_VALUE - 8;

  /** The least bytes that a window can hold: a header, and what is searched for at once. */
  private static final int MIN_WINDOW = 64;

  /** The length of an input whose end is found by reading: no file is as long. */
  public static final long UNKNOWN_LENGTH = Long.MAX_VALUE;

  private final InputStream in;
  private final FSDataInputStream seekable; // null when only forward reading is possible
  private final String path;
  private final int chunkSize;
  private final LongSupplier source; // the compressed source of the bytes; or null
  private final long origin;
  private long length;

  private byte[] buffer;
  private long offset; // absolute offset of buffer[0]
  private int filled;
  private long bytesRead;
  private boolean acceptsDamagedEnd;
  private MalformedRecordException damagedEnd;
  private long reached; // the offset after the last byte that was ever read into the window

  private ChunkReader(
      InputStream in,
      FSDataInputStream seekable,
      String path,
      long length,
      int chunkSize,
      long origin,
      LongSupplier source) {
    if (chunkSize < 16) {
      throw new InvalidSettingException(
          RecordIOConf.INPUT_BUFFER_SIZE.key() + " is " + chunkSize + "; it must be at least 16");
    }
    this.in = in;
    this.seekable = seekable;
    this.path = path;
    this.length = length;
    this.chunkSize = chunkSize;
    this.source = source;
    this.origin = origin;
    offset = origin;
    // The window holds what is left of a chunk and the next one; a small remainder needs no growth.
    // Of a small file it holds all: there are many of those.
    int most = chunkSize + Math.min(chunkSize, 1 << 17);
    buffer = new byte[(int) Math.max(MIN_WINDOW, Math.min(most, length))];
  }

  /** Reads a file of known length in which it can seek. */
  public static ChunkReader of(FSDataInputStream in, String path, long length, int chunkSize) {
    return new ChunkReader(in, in, path, length, chunkSize, 0, null);
  }

  /** Reads a stream, whose length is known once its end has been reached. */
  public static ChunkReader ofStream(InputStream in, String path, int chunkSize) {
    return ofStream(in, path, chunkSize, 0, null);
  }

  /**
   * Reads a stream that is decompressed from another one.
   *
   * @param origin the offset of the first byte
   * @param source how far the compressed bytes have been read, from {@code origin}; or null
   */
  static ChunkReader ofStream(
      InputStream in, String path, int chunkSize, long origin, LongSupplier source) {
    return new ChunkReader(in, null, path, UNKNOWN_LENGTH, chunkSize, origin, source);
  }

  /**
   * Moves the window so that it begins at {@code keepFrom} and reaches at least {@code needUpTo};
   * when it does already, nothing is read.
   *
   * @param keepFrom absolute offset; a stream can't go back before its window
   * @param needUpTo absolute offset, not below {@code keepFrom}
   * @param softEnd absolute offset beyond which nothing is read that is not needed
   * @return false when the input ends before {@code needUpTo}; {@link #length} is known then
   * @throws MalformedRecordException when a file ends before the length that it had when it was
   *     opened, and when the window would be longer than an array can be
   */
  public boolean fill(long keepFrom, long needUpTo, long softEnd) throws IOException {
    slideTo(keepFrom);
    long end = end();
    if (end >= needUpTo) {
      return true;
    }
    long nextBoundary = end - end % chunkSize + chunkSize;
    long target = Math.min(length, Math.max(needUpTo, Math.min(nextBoundary, softEnd)));
    while (end < target) {
      int room = ensureRoom(target);
      int count = read((int) Math.min(room, target - end));
      if (count < 0) {
        ended(end, needUpTo);
        break;
      }
      filled += count;
      bytesRead += count;
      end += count;
      reached = Math.max(reached, end);
    }
    return end >= needUpTo;
  }

  private int read(int most) throws IOException {
    try {
      return damagedEnd == null ? in.read(buffer, filled, most) : -1;
    } catch (MalformedRecordException e) {
      if (!acceptsDamagedEnd) {
        throw e;
      }
      damagedEnd = e;
      return -1;
    }
  }

  /** Takes a compressed file that can not be unpacked any further to end there. */
  public void acceptDamagedEnd() {
    acceptsDamagedEnd = seekable == null;
  }

  /** Returns why the input could not be read any further; null if it could. */
  public MalformedRecordException damagedEnd() {
    return damagedEnd;
  }

  /**
   * Reads {@code count} bytes from {@code from} on into {@code target}, directly from the file
   * except for what the window holds of them. Then the window begins after them.
   *
   * @param target has room for {@code ahead} more bytes
   * @param from absolute offset, in the window of an input that can seek
   * @param count how many; they end after the window
   * @param ahead how many bytes after them are read along, into the window
   * @return false when the input ends before that; {@link #length} is known then, and the window
   *     empty
   */
  public boolean readPast(byte[] target, long from, int count, int ahead) throws IOException {
    int got = (int) (end() - from);
    System.arraycopy(buffer, (int) (from - offset), target, 0, got);
    int wanted = (int) Math.min(length - from, (long) count + ahead);
    while (got < wanted) {
      int more = in.read(target, got, wanted - got);
      if (more < 0) {
        ended(from + got, from + count);
        break;
      }
      got += more;
      bytesRead += more;
      reached = Math.max(reached, from + got);
    }
    filled = Math.max(0, got - count);
    offset = from + got - filled;
    System.arraycopy(target, got - filled, buffer, 0, filled);
    return got >= count;
  }

  private void slideTo(long keepFrom) throws IOException {
    if (keepFrom >= offset && keepFrom <= end()) {
      int drop = (int) (keepFrom - offset);
      if (drop > 0) {
        filled -= drop;
        System.arraycopy(buffer, drop, buffer, 0, filled);
      }
    } else if (seekable != null) {
      seek(Math.min(keepFrom, length));
      filled = 0;
    } else if (keepFrom > end()) {
      skip(keepFrom - end());
      filled = 0;
    } else {
      throw new IllegalStateException("a stream can't go back to offset " + keepFrom);
    }
    offset = keepFrom;
  }

  /** File systems differ in whether a seek beyond the end is an error, or the read after it. */
  private void seek(long position) throws IOException {
    try {
      seekable.seek(position);
    } catch (EOFException e) {
      throw (IOException) EarlyEnd.whileReading(path, length, position).initCause(e);
    }
  }

  /**
   * Takes the end of a stream as its length. A file's is known: it ended too early, which is an
   * error as soon as what is missing is needed.
   */
  private void ended(long end, long needed) throws MalformedRecordException {
    if (seekable == null) {
      length = end;
    } else if (end < Math.min(needed, length)) {
      throw EarlyEnd.whileReading(path, length, end);
    }
  }

  private void skip(long count) throws IOException {
    try {
      in.skipNBytes(count);
      bytesRead += count;
    } catch (EOFException e) {
      var named = new EOFException(path + " ends at most " + count + " bytes after " + end());
      named.initCause(e);
      throw named;
    }
  }

  /** Makes room for more bytes, by at most doubling what has been read, and returns how much. */
  private int ensureRoom(long target) throws MalformedRecordException {
    if (filled == MAX_WINDOW) {
      throw new MalformedRecordException(
          "too much to hold in memory",
          path,
          offset,
          -1,
          "at most " + MAX_WINDOW + " bytes in one piece",
          target - offset + " bytes");
    }
    if (filled == buffer.length) {
      long wanted = Math.min(target - offset, 2L * filled);
      if (wanted - filled <= chunkSize) {
        // Grows in proportion to its size: otherwise the copies would be quadratic.
        wanted = Math.max(wanted, Math.min(length - offset, (long) filled + (filled >> 1)));
      }
      buffer = Arrays.copyOf(buffer, (int) Math.min(wanted, MAX_WINDOW));
    }
    return buffer.length - filled;
  }

  /**
   * Fills {@code bytes} from {@code position} on without moving the window.
   *
   * @return false when the file ends before that
   */
  public boolean peek(long position, byte[] bytes) throws IOException {
    int got = 0;
    while (got < bytes.length) {
      int count = seekable.read(position + got, bytes, got, bytes.length - got);
      if (count < 0) {
        ended(position + got, position + bytes.length);
        return false;
      }
      got += count;
    }
    return true;
  }

  /** Checks that the file's last byte exists, if no read reached it. */
  public void requireEnd() throws IOException {
    if (seekable != null && reached < length) {
      readFully(length - 1, new byte[1], 1);
    }
  }

  /**
   * Reads {@code count} bytes at {@code position} into {@code target}, without moving the window.
   */
  public void readFully(long position, byte[] target, int count) throws IOException {
    try {
      seekable.readFully(position, target, 0, count);
    } catch (EOFException e) {
      throw (IOException) EarlyEnd.whileReading(path, length, position).initCause(e);
    }
    bytesRead += count;
  }

  /** Whether any offset can be read, not only the next one. */
  public boolean canSeek() {
    return seekable != null;
  }

  /** Returns how many bytes a read asks for by default. */
  public int chunkSize() {
    return chunkSize;
  }

  /** Returns the window's bytes, from index 0 to {@link #filled}. Good until the next fill. */
  public byte[] buffer() {
    return buffer;
  }

  /** Returns the number of bytes in the window. */
  public int filled() {
    return filled;
  }

  /** Returns the absolute offset of the window's first byte. */
  public long offset() {
    return offset;
  }

  /** Returns the absolute offset after the window's last byte. */
  public long end() {
    return offset + filled;
  }

  /** Returns the length of the input, or {@link #UNKNOWN_LENGTH}. */
  public long length() {
    return length;
  }

  /**
   * Returns how many bytes have been read from the input, some of them perhaps more than once; of a
   * compressed file, compressed bytes.
   */
  public long bytesRead() {
    return source == null ? bytesRead : Math.max(0, source.getAsLong() - origin);
  }

  /** Returns the input's name, for messages. */
  public String path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
