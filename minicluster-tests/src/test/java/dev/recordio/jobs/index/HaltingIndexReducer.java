// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import java.io.IOException;
import java.util.Iterator;

/**
 * The first attempt dies with its JVM in the middle of a file, when it requests its third block.
 */
final class HaltingIndexReducer extends IndexTask.Joiner {
  @Override
  protected void reduce(IndexBlock.Place place, Iterable<IndexBlock> blocks, Context context)
      throws IOException, InterruptedException {
    boolean first = context.getTaskAttemptID().getId() == 0;
    super.reduce(place, first ? () -> new Halting(blocks.iterator()) : blocks, context);
  }

  private static final class Halting implements Iterator<IndexBlock> {
    private final Iterator<IndexBlock> blocks;
    private int left = 2;

    Halting(Iterator<IndexBlock> blocks) {
      this.blocks = blocks;
    }

    @Override
    public boolean hasNext() {
      return blocks.hasNext();
    }

    @Override
    public IndexBlock next() {
      if (left-- == 0) {
        Runtime.getRuntime().halt(137);
      }
      return blocks.next();
    }
  }
}
