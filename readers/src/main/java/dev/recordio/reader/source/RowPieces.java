// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.fs.input.InputRange;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;

/** Ranges of files, cut into pieces that can be read each by itself, one after the other. */
final class RowPieces {
  private final List<InputRange> ranges;
  private final long size;
  private final Predicate<Path> cuttable;
  private int file = -1;
  private InputRange piece; // the last one given out
  private long number = -1;

  /**
   * Creates the sequence, before its first piece.
   *
   * @param ranges one for each file
   * @param size cuts are at multiples of so many bytes
   * @param cuttable which files can be read from their middle
   */
  RowPieces(List<InputRange> ranges, long size, Predicate<Path> cuttable) {
    this.ranges = ranges;
    this.size = size;
    this.cuttable = cuttable;
  }

  /** Steps to the next piece; false after the last one. */
  boolean next() {
    long from = piece == null ? 0 : piece.end();
    if (piece == null || from >= ranges.get(file).end()) {
      if (file + 1 >= ranges.size()) {
        return false;
      }
      from = ranges.get(++file).start();
    }
    InputRange all = ranges.get(file);
    long cut = (from / size + 1) * size;
    long to = cut < all.end() && cuttable.test(all.path()) ? cut : all.end();
    piece = new InputRange(all.path(), from, to - from);
    number++;
    return true;
  }

  /** Steps to a later piece. */
  void skipTo(long later) {
    while (number < later && next()) {
      // the numbers are consecutive
    }
  }

  /** Returns the piece. */
  InputRange piece() {
    return piece;
  }

  /** Returns its number, from 0. */
  long number() {
    return number;
  }

  /** Returns which range it is of. */
  int file() {
    return file;
  }

  /** Returns where that range begins. */
  long fileStart() {
    return ranges.get(file).start();
  }
}
