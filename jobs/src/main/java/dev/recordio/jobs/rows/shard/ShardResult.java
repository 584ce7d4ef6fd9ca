// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.sparse.layout.ColumnsPlace;
import java.util.Map;

/**
 * A shard that a task has written.
 *
 * @param stem the files' common name without suffixes
 * @param suffix of the main file
 * @param vectors the bytes of each file next to it, by suffix
 * @param minIndex the smallest index, 0 when there is no entry
 * @param maxIndex the largest index, 0 when there is no entry
 * @param bytes of the main file
 * @param crc32c of the main file
 * @param columnsPlace where the main file has the shard's own number of columns instead of the
 *     total; null when it does not
 */
public record ShardResult(
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
  /**
   * Returns the stem of a shard: {@code part-SSSSS-NNNNN}, segment and shard within the segment,
   * both from 0 and of at least 5 digits. The number of a segment is as wide as the number of the
   * last one, so names sort as segments do. The names within a segment sort as its rows do up to
   * 100,000 shards. {@code _csr.json} lists all in order.
   *
   * @param segments how many there are
   */
  public static String stem(int segments, int segment, int shard) {
    int width = Math.max(5, Integer.toString(segments - 1).length());
    return String.format("part-%0" + width + "d-%05d", segment, shard);
  }

  /** Returns the name of the main file. */
  public String file() {
    return stem + suffix;
  }

  /** Returns the number of columns that the shard's own rows need. */
  public long ownColumns() {
    return nnz == 0 ? 0 : maxIndex + 1;
  }

  /** Returns the shard with its checksum after the total number of columns is written to it. */
  public ShardResult stamped(int newCrc32c) {
    return new ShardResult(
        stem, suffix, vectors, rows, nnz, minIndex, maxIndex, bytes, newCrc32c, hasWeight, hasQid,
        null);
  }
}
