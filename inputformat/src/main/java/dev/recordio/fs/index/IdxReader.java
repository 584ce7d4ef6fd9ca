// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.fs.stream.Files;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Reads the lines of an {@code .idx} file: two unsigned decimals, blanks between and around them.
 * Blank lines are skipped; anything else is an error, where dmlc-core would silently stop.
 */
public final class IdxReader implements Closeable {
  private static final int END = -1;
  private static final int BUFFER_BYTES = 1 << 16;

  /** That many digits are below 2^63: they need no check. */
  private static final int SAFE_DIGITS = 18;

  /** The most bytes of a line of two such numbers, and of what is before and after them. */
  private static final int PLAIN_LINE_BYTES = 2 * SAFE_DIGITS + 3;

  private static final long MOST_TENS = Long.divideUnsigned(-1L, 10);

  private final InputStream in;
  private final String path;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private long base; // position of buffer[0]
  private int filled;
  private int at; // of the current byte in the buffer
  private long line = 1;
  private long key;
  private long offset;

  /** Creates a reader that owns {@code in} from now on. */
  public IdxReader(InputStream in, String path) throws IOException {
    this.in = in;
    this.path = path;
    fill();
  }

  /** Opens a file whose status is not known. */
  public static IdxReader open(Configuration conf, Path index) throws IOException {
    return of(Files.open(conf, index, Files.Reading.WHOLE), index);
  }

  /** Creates a reader of an open index, which is closed if its first read fails. */
  public static IdxReader of(InputStream in, Path index) throws IOException {
    return CloseOnFailure.of(in, opened -> new IdxReader(opened, index.toString()));
  }

  /**
   * Steps to the next line.
   *
   * @return false at the end
   * @throws MalformedRecordException for a line that is not two numbers below 2^64
   */
  public boolean next() throws IOException {
    if (isPlainLine()) {
      return true;
    }
    skipBlanks();
    while (current() == '\n') {
      line++;
      at++;
      skipBlanks();
    }
    if (current() == END) {
      return false;
    }
    key = number("a key");
    skipBlanks();
    offset = number("an offset");
    skipBlanks();
    if (current() != '\n' && current() != END) {
      throw malformed("the end of the line after key and offset");
    }
    return true;
  }

  /**
   * Reads a line as writers make it, which is in the buffer as a whole, and the end of the line
   * before: two numbers of a few digits with one blank between. For anything else it changes
   * nothing.
   */
  private boolean isPlainLine() {
    byte[] bytes = buffer;
    int i = at;
    if (filled - i < PLAIN_LINE_BYTES) {
      return false;
    }
    int lines = bytes[i] == '\n' ? 1 : 0;
    i += lines;
    int first = i;
    long number = 0;
    for (int end = i + SAFE_DIGITS; i < end && isDigit(bytes[i]); i++) {
      number = number * 10 + (bytes[i] - '0');
    }
    if (i == first || bytes[i] != '\t' && bytes[i] != ' ') {
      return false;
    }
    int second = ++i;
    long place = 0;
    for (int end = i + SAFE_DIGITS; i < end && isDigit(bytes[i]); i++) {
      place = place * 10 + (bytes[i] - '0');
    }
    if (i == second || bytes[i] != '\n') {
      return false;
    }
    at = i;
    line += lines;
    key = number;
    offset = place;
    return true;
  }

  private void skipBlanks() throws IOException {
    for (int c = current(); c == ' ' || c == '\t' || c == '\r'; c = current()) {
      at++;
    }
  }

  private long number(String what) throws IOException {
    if (!isDigit(current())) {
      throw malformed(what + " in decimal digits");
    }
    long value = 0;
    int safe = Math.min(filled, at + SAFE_DIGITS);
    int i = at;
    for (; i < safe && isDigit(buffer[i]); i++) {
      value = value * 10 + (buffer[i] - '0');
    }
    at = i;
    return i < safe ? value : restOf(value, what);
  }

  /** Reads the digits after the first ones: of a large number, or at the end of the buffer. */
  private long restOf(long first, String what) throws IOException {
    long value = first;
    for (int c = current(); isDigit(c); c = current()) {
      long digit = c - '0';
      long next = value * 10 + digit;
      if (Long.compareUnsigned(value, MOST_TENS) > 0 || Long.compareUnsigned(next, digit) < 0) {
        throw malformed(what + " below 2^64");
      }
      value = next;
      at++;
    }
    return value;
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /** Returns the current byte, or {@link #END}. */
  private int current() throws IOException {
    return at < filled || fill() ? buffer[at] & 0xff : END;
  }

  private boolean fill() throws IOException {
    base += filled;
    at = 0;
    filled = Math.max(0, in.read(buffer));
    return filled > 0;
  }

  private MalformedRecordException malformed(String expected) throws IOException {
    int current = current();
    String found =
        current == END
            ? "the end of the file"
            : current == '\n' ? "the end of the line" : "'" + (char) current + "'";
    return new MalformedRecordException("malformed index", path, base + at, line, expected, found);
  }

  /** Returns the number of the line, from 1. */
  long line() {
    return line;
  }

  /** Returns where the line ends, in bytes. */
  long position() {
    return base + at;
  }

  /** Returns the key of the line, unsigned. */
  public long key() {
    return key;
  }

  /** Returns the offset of the line, unsigned. */
  public long offset() {
    return offset;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
