// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Finds the keys that a list gives more than once: eight bytes per key while keys are added, later
 * only for the repeated ones.
 */
final class RepeatedKeys {
  private long[] keys = new long[1 << 10];
  private int count;
  private final BitSet seen = new BitSet();

  void add(long key) {
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, Math.addExact(count, count >> 1));
    }
    keys[count++] = key;
  }

  /** Ends adding: keeps only keys that were added more than once, once each and sorted. */
  void finish() {
    Arrays.sort(keys, 0, count);
    int repeated = 0;
    for (int i = 1; i < count; i++) {
      boolean isNew = repeated == 0 || keys[repeated - 1] != keys[i];
      if (keys[i] == keys[i - 1] && isNew) {
        keys[repeated++] = keys[i];
      }
    }
    count = repeated;
    keys = Arrays.copyOf(keys, count);
  }

  /** Whether {@code key}, which comes next in the list, came before. */
  boolean isRepeat(long key) {
    int at = Arrays.binarySearch(keys, 0, count, key);
    if (at < 0) {
      return false;
    }
    boolean came = seen.get(at);
    seen.set(at);
    return came;
  }
}
