// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bytes;

import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Input that violates its format: reports what is wrong, where, what was expected and what was
 * found.
 *
 * <p>It is a separate type so that an engine that skips I/O errors, or retries them, can tell
 * damaged data from a failing disk or network.
 */
@InterfaceAudience.Public
@InterfaceStability.Stable
public final class MalformedRecordException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String what;
  private final String path;
  private final long offset;
  private final long line;
  private final String expected;
  private final String found;

  /**
   * Creates the error.
   *
   * @param what what is wrong, in a few words
   * @param path the file, or null when only bytes in memory are known
   * @param offset the absolute offset in the file, in bytes (in the uncompressed bytes, for a
   *     compressed file)
   * @param line the line number, from 1, for text; -1 for binary data
   * @param expected what the format requires there
   * @param found what is there
   */
  public MalformedRecordException(
      String what, String path, long offset, long line, String expected, String found) {
    super(
        what
            + ": "
            + (path == null ? "record" : NameText.shown(path))
            + " at offset "
            + offset
            + (line < 0 ? "" : ", line " + line)
            + ": expected "
            + expected
            + ", found "
            + found);
    this.what = what;
    this.path = path;
    this.offset = offset;
    this.line = line;
    this.expected = expected;
    this.found = found;
  }

  /** Returns the same error with the name of the file filled in. */
  public MalformedRecordException at(String file) {
    var named = new MalformedRecordException(what, file, offset, line, expected, found);
    named.setStackTrace(getStackTrace());
    return named;
  }

  /** Returns the message without the place: what is wrong, what was expected, what was found. */
  public String withoutPlace() {
    return what + ": expected " + expected + ", found " + found;
  }

  /** Returns what is wrong, in a few words. */
  public String what() {
    return what;
  }

  /** Returns the file's name, or null when only bytes in memory were known. */
  public String path() {
    return path;
  }

  /** Returns the absolute offset in the file, in bytes. */
  public long offset() {
    return offset;
  }

  /** Returns the line number, from 1, or -1 for binary data. */
  public long line() {
    return line;
  }

  /** Returns what the format requires there. */
  public String expected() {
    return expected;
  }

  /** Returns what is there. */
  public String found() {
    return found;
  }
}
