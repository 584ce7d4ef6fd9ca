// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Which column of XGBoost's each column of the rows is. XGBoost's are numbered from 0 without gaps,
 * in the order of the rows' columns; a column that the map does not have is a missing value.
 *
 * <p>All workers of a training must have the same map, and so must predictions with its model.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public abstract class ColumnMap {
  /** The most columns that XGBoost4J takes. */
  public static final int MAX_COLUMNS = Integer.MAX_VALUE;

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

  /** Returns a map of the columns that occur, and no others. */
  public static ColumnMap compact(ColumnSet columns) {
    return new CompactColumns(columns.sorted());
  }

  /**
   * Returns the map that leaves each column as it is.
   *
   * @param columns how many there are, from 0
   * @throws TooManyColumnsException when XGBoost4J does not take so many
   */
  public static ColumnMap asIs(long columns) {
    return new SameColumns(columns);
  }

  /** Returns the number of XGBoost's columns. */
  public abstract int size();

  /**
   * Returns XGBoost's column.
   *
   * @param column of the rows, unsigned
   * @return from 0; -1 when the map does not have the column
   */
  public abstract int find(long column);

  /** Returns the column of the rows, unsigned, that is XGBoost's column {@code number}. */
  public abstract long column(int number);

  /** Whether only columns that occur have a number, so that the map must be kept with the model. */
  public abstract boolean isCompact();
}
