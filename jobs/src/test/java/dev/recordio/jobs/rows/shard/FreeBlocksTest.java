// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.recordio.sparse.CsrBlock;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreeBlocksTest {
  @Test
  void blocksLeftAreGivenToOneTaker() {
    while (!ShardSpool.FreeBlocks.take().isEmpty()) {} // blocks left by other tests
    var left = new ArrayDeque<>(List.of(new CsrBlock()));
    ShardSpool.FreeBlocks.leave(left);
    assertSame(left, ShardSpool.FreeBlocks.take());
    assertNotSame(left, ShardSpool.FreeBlocks.take());
  }
}
