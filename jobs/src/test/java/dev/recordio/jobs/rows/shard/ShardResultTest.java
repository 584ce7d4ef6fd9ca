// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Names of shards: their order is that of rows. */
class ShardResultTest {
  @Test
  void namesHaveTheSegmentAndTheShardWithinIt() {
    assertEquals("part-00000-00000", ShardResult.stem(1, 0, 0));
    assertEquals("part-00012-00345", ShardResult.stem(100_000, 12, 345));
    assertEquals("part-99999-99999", ShardResult.stem(100_000, 99_999, 99_999));
    assertEquals("part-00000-100000", ShardResult.stem(1, 0, 100_000));
  }

  @Test
  void namesSortAsSegmentsDoHoweverManyThereAre() {
    for (int segments : new int[] {2, 100_000, 100_001, 1_000_000}) {
      String before = "";
      for (int segment = 0; segment < segments; segment += 1 + segments / 1000) {
        String stem = ShardResult.stem(segments, segment, segment % 100_000);
        assertTrue(before.compareTo(stem) < 0, stem);
        before = stem;
      }
      assertTrue(before.compareTo(ShardResult.stem(segments, segments - 1, 99_999)) <= 0, before);
    }
    assertEquals("part-000007-00000", ShardResult.stem(100_001, 7, 0));
  }
}
