// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import java.util.concurrent.atomic.AtomicLong;

/** How many stretches of indexes a batch of records keeps in memory. */
final class StretchUses {
  private static final AtomicLong BATCHES = new AtomicLong();

  private long batch = BATCHES.incrementAndGet();
  private int count;

  /** Begins a new batch. */
  void begin() {
    batch = BATCHES.incrementAndGet();
    count = 0;
  }

  /** Returns the number of the batch, which no other one has. */
  long batch() {
    return batch;
  }

  /** Counts a stretch. */
  void add() {
    count++;
  }

  /** Returns how many stretches the batch has used. */
  int count() {
    return count;
  }
}
