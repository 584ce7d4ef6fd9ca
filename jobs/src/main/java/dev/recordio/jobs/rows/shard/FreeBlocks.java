// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.sparse.CsrBlock;
import java.lang.ref.SoftReference;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Empty blocks that one task leaves for the next task in this process: allocated once, the garbage
 * collector moves them once. There are never more sets than tasks that ran at a time, and the
 * collector frees them when memory is short. Hadoop's pools hold only byte buffers and codecs.
 */
final class FreeBlocks {
  private static final ConcurrentLinkedQueue<SoftReference<ArrayDeque<CsrBlock>>> LEFT =
      new ConcurrentLinkedQueue<>();

  private FreeBlocks() {}

  /** Returns the blocks left by a task, or none; the caller owns them. */
  static ArrayDeque<CsrBlock> take() {
    for (var lot = LEFT.poll(); lot != null; lot = LEFT.poll()) {
      ArrayDeque<CsrBlock> blocks = lot.get();
      if (blocks != null) {
        return blocks;
      }
    }
    return new ArrayDeque<>();
  }

  /** Leaves blocks to other tasks; the caller must not use them any more. */
  static void leave(ArrayDeque<CsrBlock> blocks) {
    if (!blocks.isEmpty()) {
      LEFT.add(new SoftReference<>(blocks));
    }
  }
}
