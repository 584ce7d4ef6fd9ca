// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.shuffle;

import dev.recordio.jobs.shard.CountShardCutter;

/**
 * Cuts the positions of each shard into buckets of 2^n consecutive ones; the last bucket of a shard
 * may have fewer. Buckets are numbered from 0 in the order of their positions; numbers after a
 * shard's last bucket may be unused.
 */
final class Buckets {
  private final CountShardCutter shards;
  private final int shift;
  private final int perShard;

  Buckets(CountShardCutter shards, int shift) {
    this.shards = shards;
    this.shift = shift;
    long longest = shards.first(1); // positions of the first shard: no other has more
    perShard = 1 + Math.toIntExact(Math.max(0, longest - 1) >> shift);
  }

  /**
   * Returns the shift for buckets that have at most {@code wanted} bytes on average, or one record.
   *
   * @param extra what a record takes in a bucket in addition to its own bytes
   */
  static int shift(long records, long bytes, int extra, long wanted) {
    long mean = bytes / Math.max(1, records) + extra;
    return 63 - Long.numberOfLeadingZeros(Math.max(1, Math.min(wanted / mean, 1 << 30)));
  }

  /** Returns one more than the largest number of a bucket. */
  int count() {
    return Math.multiplyExact(perShard, shards.shards());
  }

  /** Returns the number of the bucket of a position. */
  int of(long position) {
    int shard = shards.shards() == 1 ? 0 : shards.shardOf(position);
    return shard * perShard + (int) (position - shards.first(shard) >>> shift);
  }

  /** Returns the first position of a bucket. */
  long first(int bucket) {
    return shards.first(bucket / perShard) + ((long) (bucket % perShard) << shift);
  }

  /** Returns the position after the last one of the bucket that begins at {@code first}. */
  long end(long first) {
    return Math.min(first + (1L << shift), shards.first(shards.shardOf(first) + 1));
  }
}
