// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.csr.shard;

import dev.recordio.sparse.CsrBlock;
import java.lang.ref.SoftReference;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Empty blocks that one task leaves for the next task in this process: allocated once, they are
 * moved by the collector once. There are never more lots than tasks that ran at a time, and the
 * collector takes them where memory is short. Hadoop's pools are of byte buffers and codecs.
 */
final class FreeBlocks {
  private static final ConcurrentLinkedQueue<SoftReference<ArrayDeque<CsrBlock>>> LEFT =
      new ConcurrentLinkedQueue<>();

  private FreeBlocks() {}

  /** Returns the blocks that a task has left, or none; they belong to the caller. */
  static ArrayDeque<CsrBlock> take() {
    for (var lot = LEFT.poll(); lot != null; lot = LEFT.poll()) {
      ArrayDeque<CsrBlock> blocks = lot.get();
      if (blocks != null) {
        return blocks;
      }
    }
    return new ArrayDeque<>();
  }

  /** Gives blocks away; the caller no longer uses them. */
  static void leave(ArrayDeque<CsrBlock> blocks) {
    if (!blocks.isEmpty()) {
      LEFT.add(new SoftReference<>(blocks));
    }
  }
}
