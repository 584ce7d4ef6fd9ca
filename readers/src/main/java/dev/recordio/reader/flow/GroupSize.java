// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.flow;

import java.util.concurrent.TimeUnit;

/**
 * How large the groups are that are handed over: large enough that handing over costs little. A
 * consumer that waits gets smaller ones: as many items as take a fifth of a millisecond, so that it
 * does not wait long where they come slowly.
 */
public final class GroupSize {
  private static final long MAX_BYTES = 256 << 10;
  private static final int MAX_ITEMS = 4096;
  private static final int GROUPS = 4; // that wait, at least
  private static final long NANOS = TimeUnit.MICROSECONDS.toNanos(200);
  private static final int MAX_GROWTH = 8;

  private final long maxBytes;
  private final int maxItems;
  private int items = 1; // for a consumer that waits

  /**
   * Begins with one item.
   *
   * @param waitingBytes the most bytes that wait in the channel
   * @param waitingItems the most items that do
   */
  public GroupSize(long waitingBytes, long waitingItems) {
    maxBytes = Math.max(1, Math.min(MAX_BYTES, waitingBytes / GROUPS));
    maxItems = (int) Math.max(1, Math.min(MAX_ITEMS, waitingItems / GROUPS));
  }

  /** Returns the most bytes of a group; a larger item is a group of its own. */
  public long maxBytes() {
    return maxBytes;
  }

  /** Whether a group of so many items and bytes should be handed over. */
  public boolean isFull(int count, long bytes, boolean consumerWaits) {
    return count >= maxItems || bytes >= maxBytes || count >= items && consumerWaits;
  }

  /** Notes how long a group took. */
  public void took(int count, long nanos) {
    long fitting = count * NANOS / Math.max(1, nanos);
    long grown = Math.min((long) items * MAX_GROWTH, fitting);
    items = (int) Math.max(1, Math.min(maxItems, grown));
  }

  /** Returns how many items a group should have for a consumer that waits. */
  int items() {
    return items;
  }
}
