// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.flow;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Groups that have been read and can be filled again, bounded in bytes. Not for use by several
 * threads at a time.
 */
final class FreeList<G> {
  private record Free<G>(G group, long bytes) {}

  private final long maxBytes;
  private final Deque<Free<G>> groups = new ArrayDeque<>();
  private long bytes;

  FreeList(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Takes a group back, or forgets it if there are bytes enough. */
  void add(G group, long size) {
    if (size <= maxBytes - bytes) {
      groups.push(new Free<>(group, size));
      bytes += size;
    }
  }

  /** Returns a group, the one that came last; null if there is none. */
  G poll() {
    Free<G> free = groups.poll();
    if (free == null) {
      return null;
    }
    bytes -= free.bytes;
    return free.group;
  }

  void clear() {
    groups.clear();
    bytes = 0;
  }
}
