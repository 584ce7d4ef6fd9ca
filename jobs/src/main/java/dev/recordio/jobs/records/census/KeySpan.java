// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

/** Summary of the keys of some records in a row, as unsigned numbers. */
public final class KeySpan {
  private boolean counts = true;
  private boolean ascends = true;
  private long count;
  private long first;
  private long last;
  private long least;
  private long most;

  /** Adds the key of the next record. */
  public void add(long key) {
    if (count++ == 0) {
      first = key;
      least = key;
      most = key;
    } else {
      counts &= key == last + 1;
      ascends &= Long.compareUnsigned(key, last) > 0;
      least = Long.compareUnsigned(key, least) < 0 ? key : least;
      most = Long.compareUnsigned(key, most) > 0 ? key : most;
    }
    last = key;
  }

  public long count() {
    return count;
  }

  /** Whether the keys are {@code number}, {@code number} + 1, and so on. */
  public boolean countsFrom(long number) {
    return count == 0 || counts && first == number;
  }

  /** Whether each key is greater than the one before. */
  public boolean ascends() {
    return ascends;
  }

  public long least() {
    return least;
  }

  public long most() {
    return most;
  }

  /** Whether a key is neither below the least nor above the most. */
  public boolean covers(long key) {
    return count > 0
        && Long.compareUnsigned(least, key) <= 0
        && Long.compareUnsigned(key, most) <= 0;
  }
}
