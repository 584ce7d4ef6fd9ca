// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.flow;

import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What channels have in common: one lock, groups that come back to be filled again, errors in the
 * place of groups, and an end for everybody who waits.
 *
 * @param <G> the groups
 */
abstract class RecyclingChannel<G> {
  /** A group, or the error in its place. */
  record Entry<G>(G group, long bytes, long items, Throwable error) {}

  final ReentrantLock lock = new ReentrantLock();
  final Condition filled = lock.newCondition();
  final Condition drained = lock.newCondition();
  final long maxBytes;
  long bytes; // that wait
  volatile boolean closed;
  private final FreeList<G> free;

  /** Creates a channel in which at most so many bytes wait. */
  RecyclingChannel(long maxBytes) {
    this.maxBytes = maxBytes;
    free = new FreeList<>(maxBytes);
  }

  /** Waits for the next entry, and removes it; null if none is to come. The lock is held. */
  abstract Entry<G> await() throws InterruptedException;

  /** Forgets what waits. The lock is held. */
  abstract void forget();

  /** Returns a group that the consumer has given back; null if there is none. */
  public final G recycled() {
    lock.lock();
    try {
      return free.poll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Gives a group back, to be filled again.
   *
   * @param groupBytes the memory that it holds, about
   */
  public final void recycle(G group, long groupBytes) {
    lock.lock();
    try {
      if (!closed) {
        free.add(group, groupBytes);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes the next group, after waiting for it.
   *
   * @return null after the last one, and when the channel is closed
   * @throws IOException the error of a producer, as it is; an {@link
   *     java.io.InterruptedIOException} when this thread is interrupted: no group is lost by that
   */
  public final G take() throws IOException {
    Entry<G> entry = next();
    if (entry == null) {
      return null;
    }
    if (entry.error != null) {
      Handover.rethrow(entry.error);
    }
    return entry.group;
  }

  private Entry<G> next() throws IOException {
    lock.lock();
    try {
      return await();
    } catch (InterruptedException e) {
      throw Handover.interrupted(e);
    } finally {
      lock.unlock();
    }
  }

  /** Forgets all that waits, and wakes everybody who waits. */
  public final void close() {
    lock.lock();
    try {
      closed = true;
      forget();
      free.clear();
      bytes = 0;
      filled.signalAll();
      drained.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
