// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.shard.CountShardCutter;
import org.junit.jupiter.api.Test;

class BucketsTest {
  @Test
  void everyPositionIsInOneBucketOfItsShard() {
    for (int records = 0; records <= 40; records++) {
      for (int shards = 1; shards <= 45; shards++) {
        for (int shift = 0; shift <= 6; shift++) {
          check(new CountShardCutter(records, shards), shift);
        }
      }
    }
  }

  private static void check(CountShardCutter shards, int shift) {
    var buckets = new Buckets(shards, shift);
    String cut = shards + " by 2^" + shift;
    int before = -1;
    long end = 0;
    for (int position = 0; position < shards.records(); position++) {
      int bucket = buckets.of(position);
      if (bucket != before) {
        assertEquals(end, position, cut);
        assertTrue(before < bucket && bucket < buckets.count(), cut);
        before = bucket;
        assertEquals(position, buckets.first(bucket), cut);
        end = buckets.end(position);
        assertEquals(shards.shardOf(position), shards.shardOf(end - 1), cut);
        int shardsEnd = (int) shards.first(shards.shardOf(position) + 1);
        assertEquals(Math.min(position + (1 << shift), shardsEnd), end, cut);
      }
      assertTrue(position < end, cut);
    }
    assertEquals(shards.records(), end, cut);
    assertTrue(shards.shards() <= buckets.count(), cut);
  }

  @Test
  void largeNumbersDoNotOverflow() {
    var shards = new CountShardCutter((1L << 40) + 7, 3);
    var buckets = new Buckets(shards, 20);
    for (long position : new long[] {0, 1L << 38, (1L << 40) + 6}) {
      long first = buckets.first(buckets.of(position));
      assertTrue(first <= position && position < buckets.end(first));
      assertEquals(shards.shardOf(position), shards.shardOf(first));
    }
  }

  @Test
  void aBucketHasAtMostTheBytesThatAreWantedOrOneRecord() {
    assertEquals(0, Buckets.shift(1, 1 << 30, 16, 1000));
    assertEquals(0, Buckets.shift(10, 10_000, 16, 2031));
    assertEquals(1, Buckets.shift(10, 10_000, 16, 2032));
    assertEquals(16, Buckets.shift(10_000_000, 1_080_000_000, 16, 8 << 20));
    assertEquals(3, Buckets.shift(0, 0, 16, 128));
    assertEquals(30, Buckets.shift(Long.MAX_VALUE / 8, Long.MAX_VALUE, 16, Long.MAX_VALUE));
  }
}
