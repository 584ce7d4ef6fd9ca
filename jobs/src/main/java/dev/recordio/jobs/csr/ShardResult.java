// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr;

import dev.recordio.sparse.ColumnsPlace;
import java.util.Map;

/**
 * A shard that a task has written.
 *
 * @param stem the files' names without suffixes
 * @param suffix of the main file
 * @param vectors the bytes of each file beside it, by suffix
 * @param minIndex the smallest index, 0 when there is no entry
 * @param maxIndex the largest index, 0 when there is no entry
 * @param bytes of the main file
 * @param crc32c of the main file
 * @param columnsPlace where the main file tells the shard's own number of columns, in place of that
 *     of all; null when it does not
 */
record ShardResult(
    String stem,
    String suffix,
    Map<String, Long> vectors,
    long rows,
    long nnz,
    long minIndex,
    long maxIndex,
    long bytes,
    int crc32c,
    boolean hasWeight,
    boolean hasQid,
    ColumnsPlace columnsPlace) {
  /** A shard of which only the rows are counted. */
  static ShardResult counted(String stem, long rows) {
    return new ShardResult(stem, "", Map.of(), rows, 0, 0, 0, 0, 0, false, false, null);
  }

  /** Returns the columns that the shard's own rows need. */
  long ownColumns() {
    return nnz == 0 ? 0 : maxIndex + 1;
  }

  /** Returns the shard with the checksum that it has when all columns are told in it. */
  ShardResult stamped(int newCrc32c) {
    return new ShardResult(
        stem, suffix, vectors, rows, nnz, minIndex, maxIndex, bytes, newCrc32c, hasWeight, hasQid,
        null);
  }
}
