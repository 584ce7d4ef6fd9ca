// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseCounters;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.RowTraits;
import dev.recordio.sparse.number.NumberParser;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Turns lines of text into sparse rows. {@link TextFormats} makes the parsers.
 *
 * <p>A parser keeps counts, and what rows have in common, from call to call, and belongs to one
 * thread. It allocates nothing per row or token, except for a number that needs {@link
 * Float#parseFloat} (see {@link NumberParser}).
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public interface LineParser {
  /** The most broken rules that a parser keeps with their places. */
  int MAX_FAULTS = 20;

  /** Bytes that an array should have after the text; with fewer, the text is copied first. */
  int SLACK = 16;

  /**
   * Adds the rows of whole lines to a block. Lines end at LF, CR or CR LF; the last one may lack
   * its end. Blank lines and lines that hold only a comment give no row. At offset 0 of a file a
   * UTF-8 byte order mark is skipped.
   *
   * <p>After an error the block holds the rows of all lines before the bad one. The rows do not
   * depend on where the caller cuts the text, as long as it cuts after line ends, and not within CR
   * LF. {@link ParseMode#DMLC} is as libdmlc is: a number that is missing at the end of a line is
   * looked for in the next one, and either all features up to {@code to} have values, or none.
   *
   * @param bytes the text; {@code bytes[to]} is written during the call, if it exists, and restored
   *     before it returns, so no other thread may use the array
   * @param from where the first line begins
   * @param to where the last line ends
   * @param fileOffset the offset of {@code bytes[from]} in the file, for errors
   * @param firstLine the number of the first line, from 1, for errors
   * @param out gets the rows, after those it has
   * @return the number of lines, rows or not: {@code firstLine} plus this is the next line
   * @throws MalformedRecordException without a path: the first line that breaks a rule, in {@link
   *     ParseMode#STRICT}; what libdmlc throws on, in {@link ParseMode#DMLC}
   */
  long parse(byte[] bytes, int from, int to, long fileOffset, long firstLine, CsrBlock out)
      throws MalformedRecordException;

  /**
   * Whether the line after the first bytes of a file would be the file's first line, for a format
   * whose first line has a rule of its own; false for all other formats.
   *
   * @param head the file's first bytes, whole lines
   * @param length the number of bytes; after 0 bytes, any line is the first one
   */
  default boolean isFirstAfter(byte[] head, int length) {
    return false;
  }

  /**
   * Begins the lines of a range that does not begin at offset 0 of its file; only for formats whose
   * {@link #isFirstAfter} is true after 0 bytes.
   *
   * @param firstLine the offset of the range's first line, when that would be the file's first one;
   *     else -1
   */
  default void beginWithin(long firstLine) {}

  /**
   * Continues after the lines of another parser with the same options, which has found no broken
   * rule: rows that differ from its rows are noticed.
   *
   * @param before what its rows have in common
   */
  default void follow(RowTraits before) {
    traits().add(before);
  }

  /** Returns the counts of broken rules, a live object. */
  ParseCounters counters();

  /**
   * Makes the parser keep broken rules with their places, and go on after each of them as {@link
   * ParseMode#LENIENT} does, whatever its mode; without effect on a parser that does not keep them.
   *
   * @param most how many are kept, in place of {@link #MAX_FAULTS}
   */
  @InterfaceAudience.Private
  default void keepFaults(int most) {}

  /**
   * Returns the first {@link #MAX_FAULTS} broken rules, except notes, as errors without a file. The
   * list is live; it is empty for a parser that does not keep them.
   */
  default List<MalformedRecordException> faults() {
    return List.of();
  }

  /**
   * Returns the first text of each kind that probably means something else than it is read as, as
   * errors without a file. The list is live; it is empty for a parser that does not keep them.
   * {@link #counters} has their number.
   */
  default List<MalformedRecordException> doubts() {
    return List.of();
  }

  /** Returns what the rows have in common so far, a live object. */
  RowTraits traits();
}
