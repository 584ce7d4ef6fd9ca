// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Maps each column of rows to its number in a matrix, such as XGBoost's. Numbers begin at 0 and
 * have no gaps, in the order of the columns; a column that the map does not have is left out.
 *
 * <p>All tasks of a job and all workers of a training must use the same map; so must test data and
 * predictions later.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public abstract class ColumnMap {
  /** The most columns of a map. */
  public static final int MAX_COLUMNS = Integer.MAX_VALUE - 8;

  ColumnMap() {}

  /**
   * Returns a map of the columns that occur, and no others.
   *
   * @param ascending the columns, as unsigned numbers, each once
   * @throws IllegalArgumentException when they are not
   */
  public static ColumnMap compact(long[] ascending) {
    return new CompactColumns(ascending.clone());
  }

  /** Returns a map of the columns that occur, and no others; columns added later are not in it. */
  public static ColumnMap compact(ColumnSet columns) {
    return new CompactColumns(columns.own());
  }

  /**
   * Returns the map that leaves each column as it is.
   *
   * @param columns how many there are, from 0
   * @throws IllegalArgumentException when there are more than {@link #MAX_COLUMNS}
   */
  public static ColumnMap asIs(long columns) {
    return new SameColumns(columns);
  }

  /** Returns how many columns the map has. */
  public abstract int size();

  /**
   * Returns the number of a column.
   *
   * @param column of the rows, unsigned
   * @return from 0; -1 when the map does not have the column
   */
  public abstract int find(long column);

  /** Returns the column, unsigned, that has the number {@code number} in the matrix. */
  public abstract long column(int number);

  /** Whether only columns that occur have a number, so that the map must be saved. */
  public abstract boolean isCompact();
}
