// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import dev.recordio.bytes.LineSearch;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.RecordIOConf;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * Reads the text lines of a range of one file, many whole lines at a time, as they are in the
 * buffer.
 *
 * <p>An offset x cuts the file after the run of CR and LF bytes that begins with the first such
 * byte at or after x; 0 and the file's end cut where they are. A range holds the lines between the
 * cuts of its start and its end: dmlc-core's rule. So a line belongs to the range that holds its
 * first byte, but a line that begins exactly at a range's start belongs to the range before, as
 * Hadoop's own text reader has it.
 */
public final class LineRangeReader implements Closeable {
  /** The longest line, in bytes, by default: the default of the key. */
  private static final int MAX_LINE = (int) RecordIOConf.LINE_MAX_SIZE.defaultBytes();

  /** Bytes first read in search of a line's end; then as many as have been searched. */
  private static final int LOOK_AHEAD = 1 << 14;

  private static final long NOTHING = -1;

  /** What {@link #cut} returns when no line end is found within the bound. */
  private static final long TOO_FAR = -1;

  private final ChunkReader in;
  private final long start;
  private final LongSupplier end;
  private final int maxLine;

  private boolean begun;
  private boolean done;
  private long next; // where the next lines begin
  private int linesLength;

  /**
   * Creates a reader that owns {@code in} from now on.
   *
   * @param in the file
   * @param start the range's first byte
   * @param end the offset after the range's last byte; may be beyond the file's end
   */
  public LineRangeReader(ChunkReader in, long start, long end) {
    this(in, start, end, MAX_LINE);
  }

  /**
   * Creates a reader of a range of known end.
   *
   * @param maxLine the most bytes of a line, without its end; lines that fit into a read of {@code
   *     in} are read whatever it is
   */
  LineRangeReader(ChunkReader in, long start, long end, int maxLine) {
    this(in, start, () -> end, maxLine);
    done = start >= end;
  }

  /**
   * Creates a reader of a range that is not empty, though perhaps no block begins in it. Its end,
   * larger than all, is known when it has been read.
   */
  LineRangeReader(ChunkReader in, long start, LongSupplier end, int maxLine) {
    this.in = in;
    this.start = start;
    this.end = end;
    this.maxLine = Math.max(maxLine, in.chunkSize());
  }

  /**
   * Steps to the next stretch of whole lines: {@link #length} bytes from index 0 of {@link
   * #buffer}. Only the file's last line may lack its end.
   *
   * @return false when the range holds no further line
   * @throws MalformedRecordException for a line that is longer than the bound; its line number
   *     counts from this stretch
   */
  public boolean next() throws IOException {
    if (!begun) {
      begun = true;
      next = start == 0 ? 0 : cut(NOTHING, start);
      // A file's first line belongs to its first range, in whichever range the first block begins.
      done |= next > end.getAsLong() || start != 0 && start >= end.getAsLong();
    } else {
      next += linesLength;
    }
    linesLength = 0;
    if (done || !in.fill(next, next + 1, end.getAsLong())) {
      return false;
    }
    int searched = 0; // no line ends before, except for a CR right there
    while (linesLength == 0) {
      long knownEnd = end.getAsLong();
      if (in.end() >= knownEnd) {
        takeUpTo(knownEnd);
      } else {
        linesLength = Math.max(0, LineSearch.afterLastLine(in.buffer(), searched, in.filled()));
        if (linesLength == 0) {
          searched = in.filled() - 1;
          if (searched > maxLine) {
            throw tooLong();
          }
          if (!in.fill(next, in.end() + 1, knownEnd)) {
            done = true;
            linesLength = in.filled(); // the last line, without an end
          }
        }
      }
    }
    if (linesLength > maxLine) {
      leaveOutLongLine();
    }
    return true;
  }

  /** Takes the lines up to the cut of the range's end, which the window has reached. */
  private void takeUpTo(long knownEnd) throws IOException {
    long cut = cut(next, knownEnd);
    done = cut != TOO_FAR;
    if (done) {
      linesLength = (int) (cut - next);
      return;
    }
    int end = (int) (knownEnd - next);
    linesLength = Math.max(0, LineSearch.afterLastLine(in.buffer(), 0, end));
    if (linesLength == 0) {
      throw tooLong();
    }
  }

  /**
   * A stretch longer than a line may be can hold a line that is too long: then it ends before that.
   */
  private void leaveOutLongLine() throws MalformedRecordException {
    byte[] lines = in.buffer();
    for (int from = 0; from < linesLength; ) {
      int lineEnd = LineSearch.firstLineEnd(lines, from, linesLength);
      int to = lineEnd < 0 ? linesLength : lineEnd;
      if (to - from > maxLine) {
        if (from == 0) {
          throw tooLong();
        }
        linesLength = from;
        done = false;
      } else {
        from = LineSearch.skipLineEnds(lines, to, linesLength);
      }
    }
  }

  /** The error of the line that begins with the stretch. */
  private MalformedRecordException tooLong() {
    return new MalformedRecordException(
        "line too long",
        in.path(),
        next,
        1,
        "a line end within "
            + maxLine
            + " bytes ("
            + RecordIOConf.LINE_MAX_SIZE
            + "; a larger one takes as much memory)",
        "none; is this text?");
  }

  /**
   * Returns where {@code offset} cuts the file, keeping the window from {@code keepFrom} on; or
   * from where the search is, when that is {@link #NOTHING}: then it ends with the range, beyond
   * which the cut means that the range has no lines.
   *
   * @return {@link #TOO_FAR} when what is kept holds no line end after {@code offset} and is longer
   *     than a line may be
   */
  private long cut(long keepFrom, long offset) throws IOException {
    boolean keeps = keepFrom != NOTHING;
    long base = keeps ? keepFrom : offset;
    long at = offset;
    boolean found = false;
    while (in.fill(base, at + 1, at + Math.max(LOOK_AHEAD, at - offset))) {
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
      if (keeps && at - offset > maxLine) {
        return TOO_FAR;
      }
      if (!keeps && !found && at > end.getAsLong()) {
        return at;
      }
      base = keeps ? keepFrom : at;
    }
    return in.length();
  }

  /**
   * Reads a file's first bytes into {@link #buffer}, before its lines are read.
   *
   * @return how many there are, at least {@code count} if the file has them
   */
  public int head(int count) throws IOException {
    in.fill(0, count, end.getAsLong());
    return in.filled();
  }

  /**
   * Returns how many bytes of the range have been consumed; of a compressed file, compressed ones.
   */
  public long consumed() {
    return isPlain() ? Math.max(0, position() - start) : in.bytesRead();
  }

  /** Whether offsets are those in the file itself. */
  public boolean isPlain() {
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
