// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

/**
 * The columns that occur, in order. A column is searched among those that share its leading bits:
 * few if columns are spread, as hashed ones are. It takes 8 to 10 bytes a column.
 */
final class CompactColumns extends ColumnMap {
  private final long[] columns; // ascending, unsigned
  private final int[] starts; // of each bucket, and the end of the last
  private final int shift;

  CompactColumns(long[] ascending) {
    columns = ascending;
    for (int i = 1; i < columns.length; i++) {
      if (Long.compareUnsigned(columns[i - 1], columns[i]) >= 0) {
        throw new IllegalArgumentException(
            "columns must ascend, but number "
                + i
                + " is "
                + Long.toUnsignedString(columns[i])
                + " after "
                + Long.toUnsignedString(columns[i - 1]));
      }
    }
    long last = columns.length == 0 ? 0 : columns[columns.length - 1];
    int bits = Long.SIZE - Long.numberOfLeadingZeros(last);
    int bucketBits = Integer.SIZE - Integer.numberOfLeadingZeros(columns.length / 4 | 1);
    shift = Math.max(0, bits - bucketBits);
    starts = new int[bucket(last) + 2];
    for (long column : columns) {
      starts[bucket(column) + 1]++;
    }
    for (int i = 1; i < starts.length; i++) {
      starts[i] += starts[i - 1];
    }
  }

  /** Of a column that is at most the last one: so it fits. */
  private int bucket(long column) {
    return (int) (column >>> shift);
  }

  @Override
  public int size() {
    return columns.length;
  }

  @Override
  public int find(long column) {
    if (columns.length == 0 || Long.compareUnsigned(column, columns[columns.length - 1]) > 0) {
      return -1;
    }
    int bucket = bucket(column);
    int low = starts[bucket];
    int high = starts[bucket + 1] - 1;
    while (low <= high) {
      int middle = low + high >>> 1;
      int order = Long.compareUnsigned(columns[middle], column);
      if (order == 0) {
        return middle;
      } else if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  @Override
  public long column(int number) {
    return columns[number];
  }

  @Override
  public boolean isCompact() {
    return true;
  }
}
