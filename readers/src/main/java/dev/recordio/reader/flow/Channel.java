// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.flow;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Hands groups of items from one or more threads to one other, in the order of their arrival, with
 * bounds on what waits. A group that is larger than a bound passes when no other waits.
 *
 * @param <G> the groups
 */
public final class Channel<G> extends RecyclingChannel<G> {
  private final long maxItems;
  private final Deque<Entry<G>> queue = new ArrayDeque<>();
  private int producers;
  private int blocked; // producers
  private long items; // that wait
  private long producerWait; // ns
  private long consumerWait;
  private volatile boolean consumerWaits;

  /**
   * Creates a channel.
   *
   * @param maxBytes the most bytes that wait
   * @param maxItems the most items that wait
   * @param producers how many threads put groups into it
   */
  public Channel(long maxBytes, long maxItems, int producers) {
    super(maxBytes);
    this.maxItems = maxItems;
    this.producers = producers;
  }

  /** Whether the consumer waits for a group: a smaller one is welcome then. Costs no lock. */
  public boolean consumerWaits() {
    return consumerWaits;
  }

  /** Whether nobody wants groups any more. Costs no lock. */
  public boolean isClosed() {
    return closed;
  }

  /**
   * Hands a group over, after waiting for room.
   *
   * @return false when the channel has been closed: the producer must end
   * @throws InterruptedException when the thread is interrupted; nothing is handed over then
   */
  public boolean put(G group, long groupBytes, long groupItems) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (!hasRoom(groupBytes, groupItems)) {
        awaitRoom(groupBytes, groupItems);
      }
      if (closed) {
        return false;
      }
      bytes += groupBytes;
      items += groupItems;
      add(new Entry<>(group, groupBytes, groupItems, null));
      return true;
    } finally {
      lock.unlock();
    }
  }

  private boolean hasRoom(long moreBytes, long moreItems) {
    return queue.isEmpty() || bytes + moreBytes <= maxBytes && items + moreItems <= maxItems;
  }

  /** Waits until half of what may wait has been taken: threads switch less often then. */
  private void awaitRoom(long moreBytes, long moreItems) throws InterruptedException {
    long since = System.nanoTime();
    blocked++;
    try {
      while (!closed && !(isLow() && hasRoom(moreBytes, moreItems))) {
        drained.await();
      }
    } finally {
      blocked--;
      producerWait += System.nanoTime() - since;
    }
  }

  private boolean isLow() {
    return queue.isEmpty() || bytes <= maxBytes / 2 && items <= maxItems / 2;
  }

  private void add(Entry<G> entry) {
    queue.add(entry);
    consumerWaits = false;
    filled.signal();
  }

  /** Returns how many producers wait for room that is not there yet. */
  int blockedProducers() {
    lock.lock();
    try {
      return isLow() ? 0 : blocked;
    } finally {
      lock.unlock();
    }
  }

  /** Hands an error over: the consumer gets it after all groups before it. */
  public void fail(Throwable error) {
    lock.lock();
    try {
      if (!closed) {
        add(new Entry<>(null, 0, 0, error));
      }
    } finally {
      lock.unlock();
    }
  }

  /** One producer has no further group; when all of them have ended, so has the channel. */
  public void end() {
    lock.lock();
    try {
      producers--;
      filled.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Takes groups in the order of their arrival; an error once. */
  @Override
  Entry<G> await() throws InterruptedException {
    if (queue.isEmpty() && producers > 0 && !closed) {
      awaitGroup();
    }
    Entry<G> entry = closed ? null : queue.poll();
    if (entry != null) {
      bytes -= entry.bytes();
      items -= entry.items();
      if (blocked > 0 && isLow()) {
        drained.signalAll();
      }
    }
    return entry;
  }

  private void awaitGroup() throws InterruptedException {
    long since = System.nanoTime();
    consumerWaits = true;
    try {
      while (queue.isEmpty() && producers > 0 && !closed) {
        filled.await();
      }
    } finally {
      consumerWaits = false;
      consumerWait += System.nanoTime() - since;
    }
  }

  @Override
  void forget() {
    queue.clear();
    items = 0;
  }

  /** Returns how long producers have waited for room, in ns; of several, all together. */
  public long producerWaitNanos() {
    lock.lock();
    try {
      return producerWait;
    } finally {
      lock.unlock();
    }
  }

  /** Returns how long the consumer has waited for groups, in ns. */
  public long consumerWaitNanos() {
    lock.lock();
    try {
      return consumerWait;
    } finally {
      lock.unlock();
    }
  }
}
