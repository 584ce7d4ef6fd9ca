// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Bytes that break the format, with the place and what was expected there. The message reads {@code
 * <what>: <path> at offset <N>[, line <L>]: expected <expected>, found <found>}.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class MalformedRecordException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String what;
  private final String path;
  private final long offset;
  private final long line;
  private final String expected;
  private final String found;

  /**
   * Describes one malformed place.
   *
   * @param what what is wrong, in a few words
   * @param path the file, or {@code null} when the caller does not know it (see {@link #at})
   * @param offset byte offset in the file
   * @param line line number counted from 1, or -1 when the input is not text
   * @param expected what the format asks for at this place
   * @param found what stands there
   */
  public MalformedRecordException(
      String what, String path, long offset, long line, String expected, String found) {
    super(message(what, path, offset, line, expected, found));
    this.what = what;
    this.path = path;
    this.offset = offset;
    this.line = line;
    this.expected = expected;
    this.found = found;
  }

  private static String message(
      String what, String path, long offset, long line, String expected, String found) {
    return what
        + ": "
        + (path == null ? "record" : path)
        + " at offset "
        + offset
        + (line < 0 ? "" : ", line " + line)
        + ": expected "
        + expected
        + ", found "
        + found;
  }

  /** The same error with the file's path filled in; stack trace and cause are kept. */
  public MalformedRecordException at(String path) {
    MalformedRecordException named =
        new MalformedRecordException(what, path, offset, line, expected, found);
    named.setStackTrace(getStackTrace());
    if (getCause() != null) {
      named.initCause(getCause());
    }
    return named;
  }

  /** What is wrong, in a few words. */
  public String what() {
    return what;
  }

  /** The file, or {@code null} when it was not known. */
  public String path() {
    return path;
  }

  /** Byte offset in the file. */
  public long offset() {
    return offset;
  }

  /** Line number counted from 1, or -1 when the input is not text. */
  public long line() {
    return line;
  }

  /** What the format asks for at this place. */
  public String expected() {
    return expected;
  }

  /** What stands there. */
  public String found() {
    return found;
  }
}
