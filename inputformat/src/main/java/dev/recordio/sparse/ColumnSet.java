// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import java.util.Arrays;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * The columns that occur in rows, unsigned 64-bit numbers, as a sorted array and a buffer of newer
 * columns. It takes 1 MiB and 10 bytes for each column that occurs, 18 while the buffer is merged
 * into the array.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class ColumnSet {
  private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L; // 2^64 / the golden ratio
  private static final int RECENT_BITS = 15;
  private static final int LEAST_BUFFER = 1 << 16;

  private final long[] recent = new long[1 << RECENT_BITS]; // columns that were just added
  private long[] sorted = {};
  private long[] buffer = new long[LEAST_BUFFER];
  private int buffered;

  /** Creates a set without columns. */
  public ColumnSet() {
    recent[0] = 1; // 0 belongs here, and has not been added
  }

  /** Adds the columns of all entries of a block. */
  public void addAll(CsrBlock block) {
    for (int i = 0; i < block.entries(); i++) {
      add(block.index(i));
    }
  }

  /**
   * Adds a column.
   *
   * @throws IllegalStateException when an array would get too long for Java
   */
  public void add(long column) {
    int slot = (int) (column * SPREAD >>> Long.SIZE - RECENT_BITS);
    if (recent[slot] == column) {
      return;
    }
    recent[slot] = column;
    if (buffered == buffer.length) {
      merge();
    }
    buffer[buffered++] = column;
  }

  /** Moves the columns of the buffer into the sorted array. */
  private void merge() {
    int added = sortBuffer();
    if ((long) sorted.length + added > ColumnMap.MAX_COLUMNS) {
      throw new IllegalStateException("more than " + ColumnMap.MAX_COLUMNS + " columns occur");
    }
    if (added > 0) {
      long[] merged = new long[sorted.length + added];
      int old = 0;
      int next = 0;
      for (int i = 0; i < merged.length; i++) {
        boolean isOld =
            next == added
                || old < sorted.length && Long.compareUnsigned(sorted[old], buffer[next]) < 0;
        merged[i] = isOld ? sorted[old++] : buffer[next++];
      }
      sorted = merged;
    }
    buffered = 0;
    if (sorted.length / 4 > buffer.length) {
      buffer = new long[sorted.length / 4];
    }
  }

  /** Sorts the buffer, and leaves in it what is not in the array, each once; returns how many. */
  private int sortBuffer() {
    Arrays.sort(buffer, 0, buffered);
    int negative = 0; // columns of 2^63 and more, which are the largest
    while (negative < buffered && buffer[negative] < 0) {
      negative++;
    }
    long[] largest = Arrays.copyOf(buffer, negative);
    System.arraycopy(buffer, negative, buffer, 0, buffered - negative);
    System.arraycopy(largest, 0, buffer, buffered - negative, negative);
    int kept = 0;
    int old = 0;
    for (int i = 0; i < buffered; i++) {
      long column = buffer[i];
      while (old < sorted.length && Long.compareUnsigned(sorted[old], column) < 0) {
        old++;
      }
      boolean known = old < sorted.length && sorted[old] == column;
      if (!known && (kept == 0 || buffer[kept - 1] != column)) {
        buffer[kept++] = column;
      }
    }
    return kept;
  }

  /** Returns the number of columns. */
  public int size() {
    return own().length;
  }

  /** Returns the columns, ascending as unsigned numbers. */
  public long[] sorted() {
    return own().clone();
  }

  /** Returns {@link #sorted} in an array that must not be changed. */
  long[] own() {
    merge();
    return sorted;
  }
}
