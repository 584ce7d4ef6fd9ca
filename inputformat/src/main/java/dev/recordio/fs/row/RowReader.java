// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseCounters;
import dev.recordio.sparse.RowTraits;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** Reads the sparse rows of a list of ranges of files, in order, many rows at a time. */
public interface RowReader extends Closeable {
  /**
   * Fills {@code block}, cleared first, with the next rows, all of one file and one range.
   *
   * @return false when there are no more rows; the block has at least one row otherwise
   * @throws dev.recordio.bytes.MalformedRecordException for what breaks a rule, with the file's
   *     path
   */
  boolean next(CsrBlock block) throws IOException;

  /**
   * Returns the bytes of the line of a row of the last block, without its end; -1 when rows are not
   * lines.
   *
   * @param position the row's position, as the block has it
   */
  int lineLength(long position);

  /**
   * Returns the array with the lines of the last block's rows, until the next call of {@link
   * #next}; null when rows are not lines.
   */
  default byte[] lineBytes() {
    return null;
  }

  /**
   * Returns where in {@link #lineBytes} the line of a row of the last block begins; -1 when rows
   * are not lines.
   *
   * @param position the row's position, as the block has it
   */
  default int lineStart(long position) {
    return -1;
  }

  /**
   * Returns the header of the last file that had one so far, without a byte order mark and without
   * the end of the line; null when no file had one.
   */
  default byte[] header() {
    return null;
  }

  /** Returns the file of the last block's rows. */
  Path path();

  /** Returns which range, from 0, the last block's rows are of. */
  int range();

  /** Returns what part of the ranges has been consumed, 0 to 1. */
  float progress();

  /** Returns the bytes read from the files so far. */
  long bytesRead();

  /** Returns the number of lines, or records, so far. */
  long lines();

  /** Returns the counts of broken rules so far, all ranges together. */
  ParseCounters counters();

  /**
   * Returns the first broken rules so far but for notes, with their files, whose lines are counted
   * from the start of their range; none where they are not kept.
   */
  default List<MalformedRecordException> faults() {
    return List.of();
  }

  /**
   * Returns the first text of each kind that probably means something else than it is read as, with
   * its file, all ranges together; the line is -1 in a range that does not begin with its file.
   */
  default List<MalformedRecordException> doubts() {
    return List.of();
  }

  /**
   * Returns the lines of a range so far, or its records; where they are not counted apart, the
   * lines of all ranges.
   *
   * @param range from 0
   */
  default long lines(int range) {
    return lines();
  }

  /** Returns what the rows had in common so far, all ranges together. */
  RowTraits traits();
}
