// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

/** A list of ids, in the user's order; one may be in it more than once. */
interface Ids {
  /** Returns how many there are. */
  long count();

  /** Returns one of them. */
  long get(long i);

  /** Returns ids from {@code from} on, at most {@code max}. */
  default long[] piece(long from, int max) {
    long[] piece = new long[(int) Math.min(max, count() - from)];
    for (int i = 0; i < piece.length; i++) {
      piece[i] = get(from + i);
    }
    return piece;
  }

  /** Returns the ids of an array. */
  static Ids of(long[] ids, int count) {
    return new Ids() {
      @Override
      public long count() {
        return count;
      }

      @Override
      public long get(long i) {
        return ids[(int) i];
      }
    };
  }
}
