// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.flow;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Hands groups of items from one or more threads to one other, with bounds on what waits, and with
 * errors in the place of groups. Groups that have been read come back to be filled again.
 *
 * <p>Groups belong to numbered pieces of work. In order, all groups of a piece come before the next
 * piece's. As they come, a group belongs to the piece that is being taken, whoever put it there.
 *
 * <p>A group of the piece that is being taken passes the bounds when no other one of it waits: so a
 * group that is larger than a bound arrives, and whatever waits of later pieces, the consumer
 * doesn't wait forever.
 *
 * @param <G> the groups
 */
public final class Channel<G> {
  /** A group, or the error in its place. */
  private record Entry<G>(G group, long bytes, long items, Throwable error) {}

  private final boolean ordered;
  private final long maxBytes;
  private final long maxItems;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition filled = lock.newCondition();
  private final Condition drained = lock.newCondition();
  private Deque<Entry<G>> groups = new ArrayDeque<>(); // of the current piece
  private final Map<Long, Deque<Entry<G>>> later = new HashMap<>(); // of each later piece
  private final Set<Long> ended = new HashSet<>(); // pieces that are not passed yet
  private long pieces = Long.MAX_VALUE; // how many there are
  private long current; // the piece whose groups are taken
  private long bytes; // that wait
  private long items;
  private int blocked; // producers
  private volatile long producerWait; // ns; written with the lock
  private volatile long consumerWait;
  private volatile boolean consumerWaits;
  private volatile boolean closed;
  private final Deque<Entry<G>> free = new ArrayDeque<>();
  private long freeBytes;

  private Channel(boolean ordered, long maxBytes, long maxItems) {
    this.ordered = ordered;
    this.maxBytes = maxBytes;
    this.maxItems = maxItems;
  }

  /**
   * Creates a channel whose groups come in the order of their pieces.
   *
   * @param maxBytes the most bytes that wait
   */
  public static <G> Channel<G> inOrder(long maxBytes) {
    return new Channel<>(true, maxBytes, Long.MAX_VALUE);
  }

  /**
   * Creates a channel whose groups come in the order of their arrival.
   *
   * @param maxBytes the most bytes that wait
   * @param maxItems the most items that wait
   */
  public static <G> Channel<G> asTheyCome(long maxBytes, long maxItems) {
    return new Channel<>(false, maxBytes, maxItems);
  }

  /** Whether the consumer waits for a group: a smaller one is welcome then. Costs no lock. */
  public boolean consumerWaits() {
    return consumerWaits;
  }

  /** Whether nobody wants groups any more. Costs no lock. */
  public boolean isClosed() {
    return closed;
  }

  /** Returns a group that the consumer has given back; null if there is none. */
  public G recycled() {
    lock.lock();
    try {
      Entry<G> entry = free.poll();
      if (entry == null) {
        return null;
      }
      freeBytes -= entry.bytes;
      return entry.group;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Gives a group back, to be filled again; it is forgotten if there are bytes enough.
   *
   * @param groupBytes the memory that it holds, about
   */
  public void recycle(G group, long groupBytes) {
    lock.lock();
    try {
      if (!closed && groupBytes <= maxBytes - freeBytes) {
        free.push(new Entry<>(group, groupBytes, 0, null));
        freeBytes += groupBytes;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Hands a group over, after waiting for room.
   *
   * @param piece which piece it is of
   * @return false when the channel has been closed: the producer must end
   * @throws InterruptedException when the thread is interrupted; nothing is handed over then
   */
  public boolean put(long piece, G group, long groupBytes, long groupItems)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (!hasRoom(piece, groupBytes, groupItems)) {
        awaitRoom(piece, groupBytes, groupItems);
      }
      if (closed) {
        return false;
      }
      bytes += groupBytes;
      items += groupItems;
      add(piece, new Entry<>(group, groupBytes, groupItems, null));
      return true;
    } finally {
      lock.unlock();
    }
  }

  private boolean isCurrent(long piece) {
    return !ordered || piece == current;
  }

  private boolean hasRoom(long piece, long moreBytes, long moreItems) {
    return groups.isEmpty() && isCurrent(piece)
        || bytes + moreBytes <= maxBytes && items + moreItems <= maxItems;
  }

  /** Waits until half of what may wait has been taken: threads switch less often then. */
  private void awaitRoom(long piece, long moreBytes, long moreItems) throws InterruptedException {
    long since = System.nanoTime();
    blocked++;
    try {
      while (!closed && !(isLow() && hasRoom(piece, moreBytes, moreItems))) {
        drained.await();
      }
    } finally {
      blocked--;
      producerWait += System.nanoTime() - since;
    }
  }

  private boolean isLow() {
    return groups.isEmpty() || bytes <= maxBytes / 2 && items <= maxItems / 2;
  }

  private void add(long piece, Entry<G> entry) {
    if (isCurrent(piece)) {
      groups.add(entry);
      consumerWaits = false;
      filled.signal();
    } else {
      later.computeIfAbsent(piece, number -> new ArrayDeque<>()).add(entry);
    }
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

  /** Hands an error over: the consumer gets it after all groups before it, and nothing after it. */
  public void fail(long piece, Throwable error) {
    lock.lock();
    try {
      if (!closed) {
        add(piece, new Entry<>(null, 0, 0, error));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends a piece. */
  public void end(long piece) {
    lock.lock();
    try {
      ended.add(ordered ? piece : current + ended.size()); // one as good as the other
      filled.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Sets how many pieces there are: when all of them have ended, so has the channel. */
  public void setPieces(long count) {
    lock.lock();
    try {
      pieces = count;
      filled.signal();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes the next group, after waiting for it.
   *
   * @return null after the last one, and when the channel is closed
   * @throws IOException the error of a producer, as it is, again and again; an {@link
   *     java.io.InterruptedIOException} when this thread is interrupted: no group is lost by that
   */
  public G take() throws IOException {
    Entry<G> entry = next();
    if (entry == null) {
      return null;
    }
    if (entry.error != null) {
      FlowThreads.rethrow(entry.error);
    }
    return entry.group;
  }

  private Entry<G> next() throws IOException {
    lock.lock();
    try {
      while (!closed && current < pieces) {
        if (!groups.isEmpty()) {
          return poll();
        }
        if (ended.remove(current)) {
          current++;
          Deque<Entry<G>> next = later.remove(current);
          groups = next == null ? groups : next;
          wakeProducers();
        } else {
          awaitGroup();
        }
      }
      return null;
    } catch (InterruptedException e) {
      throw FlowThreads.interrupted(e);
    } finally {
      lock.unlock();
    }
  }

  private Entry<G> poll() {
    Entry<G> entry = groups.element();
    if (entry.error == null) { // an error stays: nothing comes after it
      groups.remove();
      bytes -= entry.bytes;
      items -= entry.items;
      wakeProducers();
    }
    return entry;
  }

  private void wakeProducers() {
    if (blocked > 0 && isLow()) {
      drained.signalAll();
    }
  }

  private void awaitGroup() throws InterruptedException {
    long since = System.nanoTime();
    consumerWaits = true;
    try {
      filled.await();
    } finally {
      consumerWaits = false;
      consumerWait += System.nanoTime() - since;
    }
  }

  /** Forgets all that waits, and wakes everybody who waits. */
  public void close() {
    lock.lock();
    try {
      closed = true;
      groups.clear();
      later.clear();
      free.clear();
      bytes = 0;
      items = 0;
      filled.signalAll();
      drained.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns how long producers have waited for room, in ns; of several, all together. */
  public long producerWaitNanos() {
    return producerWait;
  }

  /** Returns how long the consumer has waited for groups, in ns. */
  public long consumerWaitNanos() {
    return consumerWait;
  }
}
