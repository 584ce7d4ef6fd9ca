// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import dev.recordio.bytes.MalformedRecordException;
import java.util.List;

/**
 * A rule that a line breaks, and where.
 *
 * @param offset in the file, in bytes
 * @param line from 1; -1 when it is not known
 * @param rule its title
 * @param expected what the rule requires
 * @param found what is there
 */
public record RowFault(
    String path, long offset, long line, String rule, String expected, String found) {
  /** Takes place and reason of an error. */
  public static RowFault of(MalformedRecordException error) {
    return new RowFault(
        error.path(), error.offset(), error.line(), error.what(), error.expected(), error.found());
  }

  /** Returns the error of a row without a query id, where rows are grouped by it. */
  public static MalformedRecordException withoutQid(String path, long offset) {
    return new MalformedRecordException(
        "a row without a query id",
        path,
        offset,
        -1,
        "qid:N after the label, since rows are grouped by it",
        "none");
  }

  /** Takes places and reasons of errors. */
  public static List<RowFault> of(List<MalformedRecordException> errors) {
    return errors.stream().map(RowFault::of).toList();
  }

  /** Returns the same in a line that is so many lines later. */
  public RowFault after(long lines) {
    return new RowFault(path, offset, line + lines, rule, expected, found);
  }

  /** Returns what is wrong, in a sentence. */
  public String reason() {
    return rule + ": expected " + expected + ", found " + found;
  }

  /** Returns the text that breaks the rule, with escapes; empty at the end of a line. */
  public String cell() {
    int end = found.lastIndexOf('"');
    return found.startsWith("\"") && end > 0 ? found.substring(1, end) : "";
  }

  /** Returns it as a line with tabs between. */
  public String toLine() {
    return String.join("\t", path, offset + "", line + "", rule, cell());
  }
}
