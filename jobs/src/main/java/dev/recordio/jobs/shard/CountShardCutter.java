// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.shard;

/**
 * Cuts positions 0 .. n - 1 into shards of consecutive ones whose sizes differ by at most one, the
 * longer ones first.
 *
 * @param records n
 * @param shards their number, at least 1
 */
public record CountShardCutter(long records, int shards) {
  /** Returns the first position of a shard; n for the one after the last. */
  public long first(int shard) {
    return records / shards * shard + Math.min(shard, records % shards);
  }

  /** Returns the shard of a position. */
  public int shardOf(long position) {
    long size = records / shards;
    long longer = records % shards;
    long inLonger = longer * (size + 1);
    return (int)
        (position < inLonger ? position / (size + 1) : longer + (position - inLonger) / size);
  }
}
