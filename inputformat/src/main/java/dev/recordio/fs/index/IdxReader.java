// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.fs.stream.Files;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Reads the lines of an {@code .idx} file: two unsigned decimals, blanks between and around them.
 * Blank lines are skipped; anything else is an error, where dmlc-core would silently stop.
 */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class IdxReader implements Closeable {
  private static final int END = -1;

  private final InputStream in;
  private final String path;
  private long position = -1; // of the current byte
  private int current;
  private long line = 1;
  private long key;
  private long offset;

  /** Creates a reader that owns {@code in} from now on. */
  public IdxReader(InputStream in, String path) throws IOException {
    this.in = new BufferedInputStream(in, 1 << 16);
    this.path = path;
    advance();
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
    skipBlanks();
    while (current == '\n') {
      line++;
      advance();
      skipBlanks();
    }
    if (current == END) {
      return false;
    }
    key = number("a key");
    skipBlanks();
    offset = number("an offset");
    skipBlanks();
    if (current != '\n' && current != END) {
      throw malformed("the end of the line after key and offset");
    }
    return true;
  }

  private void skipBlanks() throws IOException {
    while (current == ' ' || current == '\t' || current == '\r') {
      advance();
    }
  }

  private long number(String what) throws IOException {
    if (current < '0' || current > '9') {
      throw malformed(what + " in decimal digits");
    }
    long value = 0;
    while (current >= '0' && current <= '9') {
      long digit = current - '0';
      long next = value * 10 + digit;
      if (Long.compareUnsigned(value, Long.divideUnsigned(-1L, 10)) > 0
          || Long.compareUnsigned(next, digit) < 0) {
        throw malformed(what + " below 2^64");
      }
      value = next;
      advance();
    }
    return value;
  }

  private void advance() throws IOException {
    current = in.read();
    position++;
  }

  private MalformedRecordException malformed(String expected) {
    String found =
        current == END
            ? "the end of the file"
            : current == '\n' ? "the end of the line" : "'" + (char) current + "'";
    return new MalformedRecordException("malformed index", path, position, line, expected, found);
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
