// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import java.util.Arrays;

/**
 * Counts the records whose key an earlier record has: with one bit for each possible key if keys
 * are dense, else with eight bytes for each record.
 */
public final class RepeatCount {
  private final long least;
  private final boolean isDense;
  private final long[] words; // bits of keys seen, or keys
  private int used;
  private long repeated;

  private RepeatCount(long least, boolean isDense, int words) {
    this.least = least;
    this.isDense = isDense;
    this.words = new long[words];
  }

  /**
   * Makes a count for at most {@code records} records with keys from {@code least} to {@code most}.
   *
   * @return null if that takes more than {@code maxBytes}
   */
  static RepeatCount of(long records, long least, long most, long maxBytes) {
    long bitWords = (most - least >>> 6) + 1;
    long maxWords = Math.min(maxBytes / Long.BYTES, Integer.MAX_VALUE - 8);
    if (bitWords <= Math.min(records, maxWords)) {
      return new RepeatCount(least, true, (int) bitWords);
    }
    return records <= maxWords ? new RepeatCount(least, false, (int) records) : null;
  }

  /** Adds the key of a record. */
  public void add(long key) {
    if (!isDense) {
      words[used++] = key;
      return;
    }
    long bit = key - least;
    int word = (int) (bit >>> 6);
    if ((words[word] & 1L << bit) != 0) {
      repeated++;
    }
    words[word] |= 1L << bit;
  }

  /**
   * Returns how many records have the key of an earlier one; called once, after the last record.
   */
  public long repeated() {
    if (!isDense) {
      Arrays.sort(words, 0, used);
      for (int i = 1; i < used; i++) {
        repeated += words[i] == words[i - 1] ? 1 : 0;
      }
    }
    return repeated;
  }
}
