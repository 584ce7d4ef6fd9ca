// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.fs.gather.IntOrder;

/** Requested ids, sorted, each once, with the positions in the request that ask for it. */
final class IdList {
  private final IntOrder sorting = new IntOrder();

  private long[] ids = {};
  private int[] starts = {}; // where the positions of an id begin
  private int[] positions = {};
  private long[] keys = {}; // of the sort
  private int size;

  /**
   * Takes a request.
   *
   * @param requested ids, none below 0
   */
  void set(long[] requested) {
    int n = requested.length;
    if (ids.length < n) {
      ids = new long[n];
      starts = new int[n + 1];
    }
    if (starts.length == 0) {
      starts = new int[1];
    }
    positions = order(requested);
    size = 0;
    for (int i = 0; i < n; i++) {
      long id = requested[positions[i]];
      if (size == 0 || ids[size - 1] != id) {
        ids[size] = id;
        starts[size++] = i;
      }
    }
    starts[size] = n;
  }

  private int[] order(long[] requested) {
    int n = requested.length;
    long most = 0;
    boolean ascending = true;
    for (int i = 0; i < n; i++) {
      most = Math.max(most, requested[i]);
      ascending &= i == 0 || requested[i - 1] <= requested[i];
    }
    if (ascending) {
      return sorting.unchanged(n);
    }
    int bits = IntOrder.bits(n);
    if (IntOrder.bits(most) + bits >= Long.SIZE) {
      return sorting.sort(n, (a, b) -> Long.compare(requested[a], requested[b]));
    }
    if (keys.length < n) {
      keys = new long[n];
    }
    for (int i = 0; i < n; i++) {
      keys[i] = requested[i] << bits | i;
    }
    return sorting.sort(n, keys, bits);
  }

  /** Returns the number of different ids. */
  int size() {
    return size;
  }

  /** Returns the array with the different ids, ascending; it may be longer. */
  long[] ids() {
    return ids;
  }

  /** Returns how many positions ask for id {@code i} of them. */
  int count(int i) {
    return starts[i + 1] - starts[i];
  }

  /** Returns the k-th of these positions. */
  int position(int i, int k) {
    return positions[starts[i] + k];
  }
}
