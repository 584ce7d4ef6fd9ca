// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.flow;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Hands groups from several threads to one other, in the order of the numbered pieces of work that
 * they are of: piece 0, 1, 2, ... Several pieces are worked on at the same time.
 *
 * <p>What waits is bounded in bytes; but a group of the piece that is being taken, if none of that
 * waits, passes in any case. So pieces must be begun in the order of their numbers.
 *
 * @param <G> the groups
 */
public final class OrderedChannel<G> extends RecyclingChannel<G> {
  private final Map<Long, Deque<Entry<G>>> waiting = new HashMap<>();
  private final Set<Long> ended = new HashSet<>(); // pieces that are not passed yet
  private long pieces = Long.MAX_VALUE; // how many there are
  private long current; // the piece whose groups are taken

  /**
   * Creates a channel.
   *
   * @param maxBytes the most bytes that wait
   */
  public OrderedChannel(long maxBytes) {
    super(maxBytes);
  }

  /**
   * Hands a group over, after waiting for room.
   *
   * @param piece which piece it is of
   * @return false when the channel has been closed: the producer must end
   * @throws InterruptedException when the thread is interrupted; nothing is handed over then
   */
  public boolean put(long piece, G group, long groupBytes) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed && bytes + groupBytes > maxBytes && !isAwaited(piece)) {
        drained.await();
      }
      if (closed) {
        return false;
      }
      bytes += groupBytes;
      add(piece, new Entry<>(group, groupBytes, 0, null));
      return true;
    } finally {
      lock.unlock();
    }
  }

  private boolean isAwaited(long piece) {
    return piece == current && !waiting.containsKey(piece);
  }

  private void add(long piece, Entry<G> entry) {
    waiting.computeIfAbsent(piece, number -> new ArrayDeque<>()).add(entry);
    if (piece == current) {
      filled.signal();
    }
  }

  /** Ends a piece. */
  public void end(long piece) {
    lock.lock();
    try {
      ended.add(piece);
      filled.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Ends a piece with an error, which the consumer gets after its groups. */
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

  /** Sets how many pieces there are. */
  public void setPieces(long count) {
    lock.lock();
    try {
      pieces = count;
      filled.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Takes groups of the current piece, then of the next; its error again and again. */
  @Override
  Entry<G> await() throws InterruptedException {
    while (!closed && current < pieces) {
      Deque<Entry<G>> groups = waiting.get(current);
      if (groups != null) {
        return poll(groups);
      }
      if (ended.remove(current)) {
        current++;
        drained.signalAll();
      } else {
        filled.await();
      }
    }
    return null;
  }

  private Entry<G> poll(Deque<Entry<G>> groups) {
    if (groups.element().error() != null) {
      return groups.element(); // stays: nothing comes after it
    }
    Entry<G> entry = groups.remove();
    if (groups.isEmpty()) {
      waiting.remove(current);
    }
    bytes -= entry.bytes();
    drained.signalAll();
    return entry;
  }

  /** Returns the piece of the group that was taken last, or whose error was thrown. */
  public long piece() {
    lock.lock();
    try {
      return current;
    } finally {
      lock.unlock();
    }
  }

  @Override
  void forget() {
    waiting.clear();
  }
}
