// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.layout;

/**
 * Where a shard's file has the number of columns, so that it can be filled in when the rows of all
 * shards are known: 8 bytes, little-endian, and the checksums that cover them.
 *
 * @param number offset of the number
 * @param covered offset of the first byte that the checksums cover; the number's last byte is the
 *     last one
 * @param checksums offsets of copies of the CRC-32 of those bytes, 4 bytes each, little-endian
 */
public record ColumnsPlace(long number, long covered, long[] checksums) {
  /** Returns a place that no checksum covers. */
  static ColumnsPlace unchecked(long number) {
    return new ColumnsPlace(number, number, new long[0]);
  }
}
