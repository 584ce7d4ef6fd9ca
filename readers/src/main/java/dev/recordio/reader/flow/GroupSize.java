// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.flow;

import java.util.concurrent.TimeUnit;

/**
 * How many items should be handed over together: as many as take a fifth of a millisecond, so that
 * handing over costs little where items come fast, and nobody waits long where they come slowly.
 */
public final class GroupSize {
  private static final long NANOS = TimeUnit.MICROSECONDS.toNanos(200);
  private static final int MAX_GROWTH = 8;

  private final int most;
  private int items = 1;

  /**
   * Begins with one item.
   *
   * @param most the most items of a group
   */
  public GroupSize(int most) {
    this.most = most;
  }

  /** Returns how many items the next group should have, at least 1. */
  public int items() {
    return items;
  }

  /** Notes how long a group took. */
  public void took(int count, long nanos) {
    long fitting = count * NANOS / Math.max(1, nanos);
    long grown = Math.min((long) items * MAX_GROWTH, fitting);
    items = (int) Math.max(1, Math.min(most, grown));
  }
}
