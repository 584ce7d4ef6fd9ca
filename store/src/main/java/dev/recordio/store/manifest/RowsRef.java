// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

/**
 * Which records of a row table a generation has, and under which ids.
 *
 * @param file the table's name: 32 hexadecimal digits
 * @param bytes the file's length
 * @param firstId the id of the first of them
 * @param skip how many records of the table come before it
 * @param count how many there are, at least 1
 */
public record RowsRef(String file, long bytes, long firstId, long skip, long count) {
  /** Returns the id after the last one. */
  public long endId() {
    return firstId + count;
  }

  /** Returns the ids. */
  public IdRanges ids() {
    return IdRanges.of(firstId, endId());
  }

  /**
   * Returns the part of it with ids from {@code from}, before {@code to}; null when it is empty.
   */
  public RowsRef slice(long from, long to) {
    long first = Math.max(from, firstId);
    long end = Math.min(to, endId());
    return first < end
        ? new RowsRef(file, bytes, first, skip + first - firstId, end - first)
        : null;
  }
}
