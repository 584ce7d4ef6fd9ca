// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EqualShardsTest {
  @Test
  void everyPositionIsInTheShardWhoseStretchHasItAndSizesDifferByAtMostOne() {
    for (long records = 0; records < 50; records++) {
      for (int shards = 1; shards < 20; shards++) {
        var cut = new CountShardCutter(records, shards);
        assertEquals(0, cut.first(0));
        assertEquals(records, cut.first(shards));
        for (int shard = 0; shard < shards; shard++) {
          long size = cut.first(shard + 1) - cut.first(shard);
          assertTrue(size == records / shards || size == records / shards + 1, cut + " " + size);
          for (long position = cut.first(shard); position < cut.first(shard + 1); position++) {
            assertEquals(shard, cut.shardOf(position), cut + " at " + position);
          }
        }
      }
    }
  }

  @Test
  void numbersBeyond32BitsAreNoProblem() {
    var cut = new CountShardCutter(1L << 62, 1_000_000);
    for (int shard : new int[] {0, 1, 387_903, 387_904, 387_905, 999_999}) {
      assertEquals(shard, cut.shardOf(cut.first(shard)));
      assertEquals(shard, cut.shardOf(cut.first(shard + 1) - 1));
    }
  }
}
