// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

/**
 * A delta table of a generation: sorted ids, and where their values are now; or deleted ids.
 *
 * @param file the table's name: 32 hexadecimal digits
 * @param bytes the file's length
 * @param count its entries, at least 1
 * @param first the smallest id
 * @param last the greatest id
 * @param end entries of ids from here on do not count: the store was shorter in the meantime, and
 *     other records have these ids now
 */
public record DeltaRef(String file, long bytes, long count, long first, long last, long end) {
  /** Returns the same table without ids from {@code length} on; null when none is left. */
  public DeltaRef clip(long length) {
    return first >= length
        ? null
        : new DeltaRef(file, bytes, count, first, last, Math.min(end, length));
  }
}
