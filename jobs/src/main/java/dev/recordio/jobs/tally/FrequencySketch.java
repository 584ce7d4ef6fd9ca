// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.tally;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * How often each key occurs, in bounded memory: exact up to a number of different keys. Beyond it,
 * the median count is taken from all counts, and the keys that are left without one are dropped
 * (Misra and Gries, in batches): a key may then have up to {@link #error} more than it is said to
 * have, at most two {@code capacity}-ths of all.
 */
public final class FrequencySketch {
  private static final int MIN_SLOTS = 16;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private int capacity;
  private long[] keys = new long[MIN_SLOTS];
  private long[] counts = new long[MIN_SLOTS]; // 0: the slot is free
  private int size;
  private long total;
  private long error;

  /** Creates one that counts so many different keys exactly. */
  public FrequencySketch(int capacity) {
    this.capacity = capacity;
  }

  /** Creates one to read into. */
  FrequencySketch() {}

  /** A key, and how often it occurs, at least. */
  public record Entry(long key, long count) {
    /** Returns the float whose {@link FrequencySketch#key} it is. */
    public float number() {
      return Float.intBitsToFloat((int) key);
    }
  }

  /** Returns the key of a float; -0 has the key of 0. */
  public static long key(float number) {
    return Float.floatToIntBits(number == 0 ? 0f : number);
  }

  /** Counts a key once more. */
  public void add(long key) {
    add(key, 1);
  }

  /** Counts a key so many times more. */
  public void add(long key, long count) {
    total += count;
    put(key, count);
  }

  /** Adds what another sketch has counted. */
  public void add(FrequencySketch other) {
    total += other.total;
    error += other.error;
    for (int slot = 0; slot < other.counts.length; slot++) {
      if (other.counts[slot] > 0) {
        put(other.keys[slot], other.counts[slot]);
      }
    }
  }

  private void put(long key, long count) {
    int slot = slotOf(key);
    if (counts[slot] == 0) {
      keys[slot] = key;
      size++;
    }
    counts[slot] += count;
    if (size > capacity) {
      prune();
    } else if (size * 2 > counts.length) {
      rehash(counts.length * 2, 0);
    }
  }

  private int slotOf(long key) {
    int mask = counts.length - 1;
    int slot = (int) (key * GOLDEN >>> 32) & mask;
    while (counts[slot] > 0 && keys[slot] != key) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void prune() {
    long[] sorted = Arrays.stream(counts).filter(count -> count > 0).sorted().toArray();
    long median = sorted[sorted.length / 2];
    error += median;
    rehash(counts.length, median);
  }

  private void rehash(int slots, long less) {
    long[] oldKeys = keys;
    long[] oldCounts = counts;
    keys = new long[slots];
    counts = new long[slots];
    size = 0;
    for (int i = 0; i < oldCounts.length; i++) {
      if (oldCounts[i] > less) {
        int slot = slotOf(oldKeys[i]);
        keys[slot] = oldKeys[i];
        counts[slot] = oldCounts[i] - less;
        size++;
      }
    }
  }

  /** Returns the most frequent keys, at most {@code most}; of equal ones the smaller key first. */
  public List<Entry> top(int most) {
    return entries().stream()
        .sorted(Comparator.comparingLong(Entry::count).reversed().thenComparingLong(Entry::key))
        .limit(most)
        .toList();
  }

  /** Returns all keys that are kept, in no order. */
  public List<Entry> entries() {
    var all = new ArrayList<Entry>(size);
    for (int slot = 0; slot < counts.length; slot++) {
      if (counts[slot] > 0) {
        all.add(new Entry(keys[slot], counts[slot]));
      }
    }
    return all;
  }

  /** Returns how often a key occurs, at least. */
  public long count(long key) {
    return counts[slotOf(key)];
  }

  /** Returns the number of different keys that are kept: all of them, if it is exact. */
  public int size() {
    return size;
  }

  /** Returns the occurrences of all keys. */
  public long total() {
    return total;
  }

  /** Returns by how much counts may be too low. */
  public long error() {
    return error;
  }

  /** Whether all keys are kept, with their counts. */
  public boolean isExact() {
    return error == 0;
  }
}
