// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.read;

import dev.recordio.store.layout.TableMeta.Block;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Blocks of tables, those used last, up to a number of bytes. For use by several threads. */
final class BlockCache {
  private static final int BLOCK_BITS = 34;

  private final Map<Long, Block> blocks = new LinkedHashMap<>(256, 0.75f, true);
  private final long limit;
  private long weight;

  BlockCache(long limit) {
    this.limit = limit;
  }

  private static long key(int table, long block) {
    return (long) table << BLOCK_BITS | block;
  }

  /** Returns a block; null when it is not there. */
  synchronized Block get(int table, long block) {
    return blocks.get(key(table, block));
  }

  synchronized void put(int table, long block, Block value) {
    Block old = blocks.put(key(table, block), value);
    weight += value.weight() - (old == null ? 0 : old.weight());
    Iterator<Block> eldest = blocks.values().iterator();
    while (weight > limit && blocks.size() > 1) {
      weight -= eldest.next().weight();
      eldest.remove();
    }
  }
}
