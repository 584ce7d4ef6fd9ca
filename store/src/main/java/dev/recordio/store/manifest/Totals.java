// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

/**
 * Sums over the chunks of a generation.
 *
 * @param chunks their number
 * @param storedBytes the bytes of all records in them, checksums included
 * @param liveBytes those of records that the generation still has
 */
public record Totals(long chunks, long storedBytes, long liveBytes) {
  /** No chunks. */
  public static final Totals NONE = new Totals(0, 0, 0);

  /** Returns the sum. */
  public Totals plus(long moreChunks, long moreStored, long moreLive) {
    return new Totals(chunks + moreChunks, storedBytes + moreStored, liveBytes + moreLive);
  }
}
