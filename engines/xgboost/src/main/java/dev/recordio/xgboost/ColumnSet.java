// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost;

import dev.recordio.sparse.CsrBlock;
import java.util.Arrays;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * The columns that occur in rows, unsigned 64-bit numbers. It takes 16 to 32 bytes a column that
 * occurs, however large the columns are.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class ColumnSet {
  private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L; // 2^64 / the golden ratio
  private static final int FIRST_BITS = 10;

  private long[] slots = new long[1 << FIRST_BITS]; // 0 is free
  private int shift = Long.SIZE - FIRST_BITS;
  private int used;
  private boolean hasZero;

  /** Adds the columns of all entries of a block. */
  public void addAll(CsrBlock block) {
    for (int i = 0; i < block.entries(); i++) {
      add(block.index(i));
    }
  }

  /**
   * Adds a column.
   *
   * @throws IllegalStateException when the set has 2^29 columns
   */
  public void add(long column) {
    if (column == 0) {
      hasZero = true;
      return;
    }
    int slot = slot(column);
    if (slots[slot] == column) {
      return;
    }
    slots[slot] = column;
    used++;
    if (used > slots.length / 2) {
      grow();
    }
  }

  /** Where a column is, or would be. */
  private int slot(long column) {
    int slot = (int) (column * SPREAD >>> shift);
    while (slots[slot] != 0 && slots[slot] != column) {
      slot = slot + 1 & slots.length - 1;
    }
    return slot;
  }

  private void grow() {
    if (slots.length == 1 << 30) {
      throw new IllegalStateException("more than 2^29 columns occur");
    }
    long[] old = slots;
    slots = new long[2 * old.length];
    shift--;
    for (long column : old) {
      if (column != 0) {
        slots[slot(column)] = column;
      }
    }
  }

  /** Returns the number of columns. */
  public int size() {
    return used + (hasZero ? 1 : 0);
  }

  /** Returns the columns, ascending as unsigned numbers. */
  public long[] sorted() {
    long[] columns = new long[size()];
    int at = hasZero ? 1 : 0;
    for (long column : slots) {
      if (column != 0) {
        columns[at++] = column;
      }
    }
    Arrays.sort(columns);
    int negative = 0; // columns of 2^63 and more, which are the largest
    while (negative < columns.length && columns[negative] < 0) {
      negative++;
    }
    long[] ascending = new long[columns.length];
    System.arraycopy(columns, negative, ascending, 0, columns.length - negative);
    System.arraycopy(columns, 0, ascending, columns.length - negative, negative);
    return ascending;
  }
}
