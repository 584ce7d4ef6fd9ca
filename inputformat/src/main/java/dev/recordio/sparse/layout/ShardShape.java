// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.CsrSource;
import java.io.IOException;

/**
 * What must be known of a shard before its first byte is written: counts, the largest numbers, and
 * which optional arrays there are. Blocks are added in order, as they are made or in a pass.
 */
public class ShardShape {
  private static final int ONE = Float.floatToRawIntBits(1f);

  private long rows;
  private long entries;
  private long minIndex = -1L; // unsigned: the largest
  private long maxIndex;
  private long maxIndexRow = -1;
  private int maxField;
  private long maxQid;
  private long lastQid;
  private long groups;
  private boolean hasWeight;
  private boolean hasQid;
  private boolean hasField;
  private boolean ascending = true;
  private boolean allOnes = true;

  /**
   * Returns the shape of all rows of a source, in one pass.
   *
   * @throws IOException from the source
   */
  public static ShardShape of(CsrSource source) throws IOException {
    var shape = new ShardShape();
    source.pass(shape::add);
    return shape;
  }

  /**
   * Adds the rows of the next block.
   *
   * @throws IOException never, but from shapes that take more of a block
   */
  public void add(CsrBlock block) throws IOException {
    for (int r = 0; r < block.rows(); r++) {
      addEntries(block, r);
    }
    addValues(block);
    addGroups(block);
    rows += block.rows();
    entries += block.entries();
    hasWeight |= block.hasWeight();
    hasQid |= block.hasQid();
    hasField |= block.hasField();
  }

  /** Makes the shard have weights, or query ids, though no row was given one: 1, or 0. */
  public void give(boolean weights, boolean qids) {
    hasWeight |= weights;
    hasQid |= qids;
  }

  /** A row whose columns do not descend has its smallest index first and its largest last. */
  private void addEntries(CsrBlock block, int row) {
    int from = block.offset(row);
    int to = block.offset(row + 1);
    if (from == to) {
      return;
    }
    if (!block.isWide() && isAscending(block.indices(), from, to)) {
      addIndex(block.index(from), row);
      addIndex(block.index(to - 1), row);
      return;
    }
    long last = 0;
    for (int i = from; i < to; i++) {
      long index = block.index(i);
      ascending &= Long.compareUnsigned(index, last) >= 0;
      last = index;
      addIndex(index, row);
    }
  }

  /** No index of an {@code int[]} is negative, so that no difference overflows. */
  private static boolean isAscending(int[] indices, int from, int to) {
    int falls = 0;
    for (int i = from + 1; i < to; i++) {
      falls |= indices[i] - indices[i - 1];
    }
    return falls >= 0;
  }

  private void addIndex(long index, int row) {
    if (Long.compareUnsigned(index, minIndex) < 0) {
      minIndex = index;
    }
    if (maxIndexRow < 0 || Long.compareUnsigned(index, maxIndex) > 0) {
      maxIndex = index;
      maxIndexRow = rows + row;
    }
  }

  private void addValues(CsrBlock block) {
    float[] values = block.values();
    for (int i = 0; i < block.entries() && allOnes; i++) {
      allOnes = Float.floatToRawIntBits(values[i]) == ONE;
    }
    if (block.hasField()) {
      int[] fields = block.fields();
      for (int i = 0; i < block.entries(); i++) {
        if (Integer.compareUnsigned(fields[i], maxField) > 0) {
          maxField = fields[i];
        }
      }
    }
  }

  private void addGroups(CsrBlock block) {
    long[] qids = block.qids();
    for (int r = 0; r < block.rows(); r++) {
      if (rows + r == 0 || qids[r] != lastQid) {
        groups++;
        lastQid = qids[r];
      }
      if (Long.compareUnsigned(qids[r], maxQid) > 0) {
        maxQid = qids[r];
      }
    }
  }

  /**
   * Checks that every index is a column.
   *
   * @param columns the number of columns, unsigned
   * @throws IllegalArgumentException when an index is not below it; says which, where, and what to
   *     do
   */
  public void requireColumns(long columns) {
    if (entries > 0 && Long.compareUnsigned(maxIndex, columns) >= 0) {
      throw new IllegalArgumentException(
          "column "
              + Long.toUnsignedString(maxIndex)
              + " (counted from 0) in row "
              + maxIndexRow
              + " of the shard does not fit "
              + Long.toUnsignedString(columns)
              + " columns: give a number of features of at least "
              + Long.toUnsignedString(maxIndex + 1)
              + ", or leave it out to have it counted");
    }
  }

  /** Returns the number of rows. */
  public long rows() {
    return rows;
  }

  /** Returns the number of entries. */
  public long entries() {
    return entries;
  }

  /** Returns the smallest index, unsigned; 0 when there is no entry. */
  public long minIndex() {
    return entries == 0 ? 0 : minIndex;
  }

  /** Returns the largest index, unsigned; 0 when there is no entry. */
  public long maxIndex() {
    return maxIndex;
  }

  /** Returns the columns that these rows need, unsigned; good unless an index is 2^64 - 1. */
  public long columns() {
    return entries == 0 ? 0 : maxIndex + 1;
  }

  /** Returns the row of the shard, from 0, where the largest index was first; -1 for no entry. */
  public long maxIndexRow() {
    return maxIndexRow;
  }

  /** Returns the largest field, unsigned; 0 when there is none. */
  public int maxField() {
    return maxField;
  }

  /** Returns the largest query id, unsigned; 0 when there is none. */
  public long maxQid() {
    return maxQid;
  }

  /** Returns the number of runs of rows with the same query id; good when {@link #hasQid}. */
  public long groups() {
    return groups;
  }

  /** Whether a row was given a weight. */
  public boolean hasWeight() {
    return hasWeight;
  }

  /** Whether a row was given a query id. */
  public boolean hasQid() {
    return hasQid;
  }

  /** Whether entries have fields. */
  public boolean hasField() {
    return hasField;
  }

  /** Whether the columns descend in no row. */
  public boolean isAscending() {
    return ascending;
  }

  /** Returns the rows of a source that has this shape, with ascending columns in each. */
  public CsrSource ascending(CsrSource source) {
    return ascending ? source : source.ascending();
  }

  /** Whether every value is 1. */
  public boolean isAllOnes() {
    return allOnes;
  }
}
