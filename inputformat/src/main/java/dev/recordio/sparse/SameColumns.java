// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import java.util.Objects;

/** Columns as they are. */
final class SameColumns extends ColumnMap {
  private final int size;

  SameColumns(long columns) {
    if (columns < 0 || columns > MAX_COLUMNS) {
      throw new IllegalArgumentException(
          Long.toUnsignedString(columns)
              + " columns, but a map has at most "
              + MAX_COLUMNS
              + ": take the columns that occur (columns: compact)");
    }
    size = (int) columns;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int find(long column) {
    return column >= 0 && column < size ? (int) column : -1;
  }

  @Override
  public long column(int number) {
    return Objects.checkIndex(number, size);
  }

  @Override
  public boolean isCompact() {
    return false;
  }
}
