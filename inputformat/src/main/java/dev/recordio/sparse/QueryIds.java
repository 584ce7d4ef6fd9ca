// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import java.util.Map;
import java.util.TreeMap;

/**
 * The query ids of rows, as runs of consecutive ones: so ascending ids, which nearly all are, take
 * little memory. At most {@link #MAX_RUNS} runs are remembered, so an id that comes again may be
 * overlooked, but none is taken for another.
 */
final class QueryIds {
  /** The most runs that are remembered; ids that would begin further ones are forgotten. */
  static final int MAX_RUNS = 1 << 16;

  /** By its first id the last id of each run, in an array of one; in the order of unsigned ids. */
  private final TreeMap<Long, long[]> runs = new TreeMap<>(Long::compareUnsigned);

  private long first;
  private long last;
  private long[] top; // the run of the largest ids; null without runs

  /**
   * Adds the id of the next rows, which the row before does not have.
   *
   * @return whether earlier rows have it
   */
  boolean add(long id) {
    first = top == null ? id : first;
    last = id;
    if (top != null && id == top[0] + 1 && id != 0) {
      top[0] = id; // without a search, as ids mostly ascend
      return false;
    }
    return addRun(id, id) > 0;
  }

  /**
   * Adds the ids of the rows that follow.
   *
   * @param others as {@link #toArray} has them
   * @return how many of them earlier rows have; the first row's may go on
   */
  long add(long[] others) {
    if (others.length == 0) {
      return 0;
    }
    long again = top == null || others[0] != last ? 0 : -1;
    first = top == null ? others[0] : first;
    last = others[1];
    for (int i = 2; i < others.length; i += 2) {
      again += addRun(others[i], others[i + 1]);
    }
    return Math.max(0, again);
  }

  /** Adds a run, and returns how many of its ids were there. */
  private long addRun(long from, long to) {
    long again = 0;
    for (long next = from; ; ) {
      Map.Entry<Long, long[]> below = runs.floorEntry(next);
      boolean known = below != null && Long.compareUnsigned(next, below.getValue()[0]) <= 0;
      Long above = known ? null : runs.higherKey(next);
      long limit = known ? below.getValue()[0] : above == null ? to : above - 1;
      long end = Long.compareUnsigned(limit, to) < 0 ? limit : to;
      if (known) {
        again += end - next + 1;
      } else {
        put(below, next, end);
      }
      if (end == to) {
        return again;
      }
      next = end + 1;
    }
  }

  /** Adds a run of new ids, joined with those that it touches. */
  private void put(Map.Entry<Long, long[]> below, long from, long to) {
    boolean touches = below != null && below.getValue()[0] + 1 == from;
    long[] above = to == -1 ? null : runs.remove(to + 1);
    long end = above == null ? to : above[0];
    if (touches) {
      below.getValue()[0] = end;
    } else if (above != null || runs.size() < MAX_RUNS) {
      runs.put(from, new long[] {end});
    }
    top = runs.lastEntry().getValue();
  }

  /** Returns the ids of the first and the last row, and each run's first and last id, ascending. */
  long[] toArray() {
    if (top == null) {
      return new long[0];
    }
    var all = new long[2 + 2 * runs.size()];
    all[0] = first;
    all[1] = last;
    int i = 2;
    for (Map.Entry<Long, long[]> run : runs.entrySet()) {
      all[i++] = run.getKey();
      all[i++] = run.getValue()[0];
    }
    return all;
  }
}
