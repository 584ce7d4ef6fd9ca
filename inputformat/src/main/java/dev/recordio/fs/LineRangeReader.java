// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import dev.recordio.wire.LineSearch;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.LongSupplier;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Reads the text lines of a range of one file, many whole lines at a time, as they stand in the
 * buffer.
 *
 * <p>An offset x cuts the file behind the run of CR and LF bytes that begins with the first such
 * byte at or behind x; 0 and the file's end cut where they are. A range holds the lines between the
 * cuts of its begin and its end: dmlc-core's rule. So a line belongs to the range that holds its
 * first byte, but a line that begins exactly at a range's begin belongs to the range before, as
 * Hadoop's own text reader has it.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class LineRangeReader implements Closeable {
  /** Bytes read at once in search of a line's end. */
  private static final int LOOK_AHEAD = 1 << 14;

  private static final long NOTHING = -1;

  private final ChunkReader in;
  private final long start;
  private final LongSupplier end;

  private boolean begun;
  private boolean done;
  private long next; // where the lines to come begin
  private int linesLength;

  /**
   * Makes a reader that owns {@code in} from now on.
   *
   * @param in the file
   * @param start the range's first byte
   * @param end the offset behind the range's last byte; may be beyond the file's end
   */
  public LineRangeReader(ChunkReader in, long start, long end) {
    this(in, start, () -> end);
    done = start >= end;
  }

  /**
   * Makes a reader of a range that is not empty, though perhaps no block begins in it. Its end,
   * larger than all, is known when it has been read.
   */
  LineRangeReader(ChunkReader in, long start, LongSupplier end) {
    this.in = in;
    this.start = start;
    this.end = end;
  }

  /**
   * Steps to the next stretch of whole lines: {@link #length} bytes from index 0 of {@link
   * #buffer}. Only the file's last line may lack its end.
   *
   * @return false when the range holds no further line
   */
  public boolean next() throws IOException {
    if (!begun) {
      begun = true;
      next = start == 0 ? 0 : cut(NOTHING, start);
      // A file's first line is its first range's, in whichever range the first block begins.
      done |= next > end.getAsLong() || start != 0 && start >= end.getAsLong();
    } else {
      next += linesLength;
    }
    linesLength = 0;
    if (done || !in.fill(next, next + 1, end.getAsLong())) {
      return false;
    }
    while (linesLength == 0) {
      long knownEnd = end.getAsLong();
      if (in.end() >= knownEnd) {
        done = true;
        linesLength = (int) (cut(next, knownEnd) - next);
      } else {
        linesLength = Math.max(0, LineSearch.behindLastLine(in.buffer(), 0, in.filled()));
        if (linesLength == 0 && !in.fill(next, in.end() + 1, knownEnd)) {
          done = true;
          linesLength = in.filled(); // the last line, without an end
        }
      }
    }
    return true;
  }

  /**
   * Returns where {@code offset} cuts the file, keeping the window from {@code keepFrom} on; or
   * from where the search is, when that is {@link #NOTHING}.
   */
  private long cut(long keepFrom, long offset) throws IOException {
    long base = keepFrom == NOTHING ? offset : keepFrom;
    long at = offset;
    boolean found = false;
    while (in.fill(base, at + 1, at + LOOK_AHEAD)) {
      int from = (int) (at - base);
      if (!found) {
        int lineEnd = LineSearch.firstLineEnd(in.buffer(), from, in.filled());
        found = lineEnd >= 0;
        from = found ? lineEnd : in.filled();
      }
      if (found) {
        from = LineSearch.skipLineEnds(in.buffer(), from, in.filled());
      }
      if (found && from < in.filled()) {
        return base + from;
      }
      at = base + from;
      base = keepFrom == NOTHING ? at : keepFrom;
    }
    return in.length();
  }

  /**
   * Reads a file's first bytes into {@link #buffer}, before its lines are read.
   *
   * @return how many there are, at least {@code count} if the file has them
   */
  int head(int count) throws IOException {
    in.fill(0, count, end.getAsLong());
    return in.filled();
  }

  /** Returns how many bytes of the range have been consumed; of a compressed file, packed ones. */
  long consumed() {
    return isPlain() ? Math.max(0, position() - start) : in.bytesRead();
  }

  /** Whether offsets are those in the file itself. */
  boolean isPlain() {
    return in.canSeek();
  }

  /** Returns the bytes read from the file so far. */
  public long bytesRead() {
    return in.bytesRead();
  }

  /** Returns the array that holds the lines; good until the next call of {@link #next}. */
  public byte[] buffer() {
    return in.buffer();
  }

  /** Returns the number of bytes of the lines. */
  public int length() {
    return linesLength;
  }

  /** Returns the offset in the file of the lines' first byte. */
  public long offset() {
    return next;
  }

  /** Returns how far the file has been consumed. */
  public long position() {
    return next + linesLength;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
