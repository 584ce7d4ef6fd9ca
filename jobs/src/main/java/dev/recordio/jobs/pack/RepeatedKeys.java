// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds the keys that a list gives more than once: eight bytes a key while they are gathered, later
 * only the repeated ones.
 */
final class RepeatedKeys {
  private long[] keys = new long[1 << 10];
  private int count;
  private Set<Long> repeated;
  private final Set<Long> seen = new HashSet<>();

  /** Takes a key of the list. */
  void add(long key) {
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, Math.toIntExact(count + (count >> 1)));
    }
    keys[count++] = key;
  }

  /** Ends the gathering. */
  void finish() {
    Arrays.sort(keys, 0, count);
    repeated = new HashSet<>();
    for (int i = 1; i < count; i++) {
      if (keys[i] == keys[i - 1]) {
        repeated.add(keys[i]);
      }
    }
    keys = null;
  }

  /** Whether {@code key}, which comes next in the list, came before. */
  boolean isRepeat(long key) {
    return repeated.contains(key) && !seen.add(key);
  }
}
