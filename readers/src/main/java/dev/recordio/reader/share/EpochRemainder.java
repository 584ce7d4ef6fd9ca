// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import java.util.Arrays;
import java.util.List;

/**
 * The positions of one epoch that are left, in their order. Fastest for ascending arguments. Not
 * thread-safe.
 */
final class EpochRemainder {
  /** No position: none is left there. More than any position of an epoch. */
  static final long NONE = Long.MAX_VALUE;

  private final GenerationLeft[] chain; // the earliest first; only those that touch the epoch

  EpochRemainder(List<Generation> generations, long epoch) {
    chain =
        generations.stream()
            .filter(generation -> generation.touches(epoch))
            .map(generation -> new GenerationLeft(generation, epoch))
            .toArray(GenerationLeft[]::new);
  }

  /** Returns whether all positions are left. */
  boolean isWhole() {
    return chain.length == 0;
  }

  /**
   * Returns the {@code left}-th position left, from 0; or {@link #NONE}. Positions beyond the end
   * of the epoch count as left: the caller knows how many it has.
   */
  long at(long left) {
    long position = left;
    for (int i = chain.length - 1; i >= 0; i--) {
      position = chain[i].at(position);
    }
    return position;
  }

  /** Returns whether from the {@code left}-th position left on, from 0, all are left. */
  boolean isEvenFrom(long left) {
    long position = left;
    for (int i = chain.length - 1; i >= 0; i--) {
      if (!chain[i].isEvenFrom(position)) {
        return false;
      }
      position = chain[i].at(position);
    }
    return true;
  }

  /**
   * What one generation leaves of what it found of an epoch: which of the numbers found each number
   * left is.
   *
   * <p>The n workers read the numbers found in rows of n, each worker one column, each to a row of
   * its own. From one such row to the next the same columns are left: a stretch of rows. A number
   * is looked up in its stretch at once; another stretch takes a pass over all workers. Not
   * thread-safe.
   */
  static final class GenerationLeft {
    private final long[] counts; // rows that a worker has read
    private final long[] rows; // where each stretch begins
    private final long[] begins; // the first left number of each stretch
    private final int[] widths; // columns left in each stretch
    private final int workers;
    private final long maxRow;
    private final long even; // from this left number on every number is left, or NONE
    private final long read; // numbers read, when there is such a number

    private final int[] columns; // of the current stretch, ascending
    private int stretch = -1;
    private long begin = 1; // of the current stretch; beyond its end, as there is none yet
    private long end;

    private long rowBegin; // the first left number of the current row
    private long rowFound; // the number found of its first column, left or not
    private int rowWidth; // columns left; none as long as there is no current row

    GenerationLeft(Generation generation, long epoch) {
      workers = generation.workers();
      maxRow = NONE / workers - 1;
      counts = new long[workers];
      Arrays.setAll(counts, worker -> generation.countIn(epoch, worker));
      long[] sorted =
          Arrays.stream(counts).filter(each -> each != Generation.ALL).sorted().toArray();
      rows = Arrays.stream(sorted).distinct().toArray();
      begins = new long[rows.length];
      widths = new int[rows.length];
      for (int i = 0, width = 0; i < rows.length; i++) {
        begins[i] = i == 0 ? 0 : begins[i - 1] + (rows[i] - rows[i - 1]) * width;
        while (width < sorted.length && sorted[width] == rows[i]) {
          width++;
        }
        widths[i] = width;
      }
      columns = new int[sorted.length];
      even = sorted.length < workers ? NONE : begins[begins.length - 1];
      read = Arrays.stream(sorted).sum();
    }

    /** Returns the number found of the {@code left}-th one left, from 0; or {@link #NONE}. */
    long at(long left) {
      long column = left - rowBegin;
      if (column >= 0 && column < rowWidth) {
        return rowFound + columns[(int) column];
      }
      if (left >= even) {
        return left > NONE - read ? NONE : left + read;
      }
      return enterRow(left) ? rowFound + columns[(int) (left - rowBegin)] : NONE;
    }

    private boolean enterRow(long left) {
      if (left == NONE || rows.length == 0) {
        return false;
      }
      if (left < begin || left >= end) {
        int found = Arrays.binarySearch(begins, left);
        enter(found < 0 ? -found - 2 : found);
      }
      int width = widths[stretch];
      long within = (left - begin) / width;
      if (within > maxRow - rows[stretch]) {
        return false;
      }
      rowBegin = begin + within * width;
      rowFound = (rows[stretch] + within) * workers;
      rowWidth = width;
      return true;
    }

    /** Whether every number is left from the {@code left}-th one left on. */
    boolean isEvenFrom(long left) {
      return left >= even;
    }

    private void enter(int entered) {
      if (entered != stretch) {
        for (int worker = 0, width = 0; worker < workers; worker++) {
          if (counts[worker] <= rows[entered]) {
            columns[width++] = worker;
          }
        }
        stretch = entered;
        rowWidth = 0;
        begin = begins[entered];
        end = entered + 1 < begins.length ? begins[entered + 1] : NONE;
      }
    }

    /** Returns how many numbers were read, unless some worker has read the whole epoch. */
    long read() {
      return read;
    }
  }
}
