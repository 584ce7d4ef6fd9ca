// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.shard;

import dev.recordio.conf.InvalidSettingException;
import java.util.Locale;

/**
 * Cuts a run of records into shards of equal bytes: a record belongs to the shard that would
 * contain its first byte if all records, end to end, were cut at equal distances.
 */
public final class ByteShardCutter {
  private static final int MOST = 1_000_000;

  /**
   * Shards without a record that a user may want, so that all parts have equal numbers of files.
   */
  private static final int MAX_EMPTY = 1000;

  private final int shards;
  private final long total;
  private int shard;
  private long end; // of the shard, in bytes of all records
  private long offset;

  /**
   * Makes a cutter.
   *
   * @param shards how many, at least 1
   */
  public ByteShardCutter(int shards, long total) {
    this.shards = shards;
    this.total = total;
    end = boundary(1);
  }

  /**
   * Returns how many shards to write.
   *
   * @param wanted a number, or 0 for as many as keep their mean size at or below {@code size}
   * @throws InvalidSettingException when there would be far more shards than records
   */
  static int count(int wanted, long size, long total, long records) {
    long count = wanted > 0 ? wanted : Math.max(1, total / size + (total % size == 0 ? 0 : 1));
    if (count - MAX_EMPTY > records) {
      throw new InvalidSettingException(
          String.format(
              Locale.ROOT,
              "%,d shards are too many for %,d %s, most would be empty; choose a %s",
              count,
              records,
              records == 1 ? "record" : "records",
              wanted > 0 ? "smaller --shards" : "larger --shard-size"));
    }
    if (count > MOST) {
      throw new InvalidSettingException(
          count + " shards are too many, the most are " + MOST + "; choose a larger --shard-size");
    }
    return (int) count;
  }

  private long boundary(int k) {
    return total / shards * k + total % shards * k / shards;
  }

  /** Returns the shard, from 0, of the next record, which has {@code bytes} bytes. */
  public int next(long bytes) {
    while (offset >= end && shard < shards - 1) {
      shard++;
      end = boundary(shard + 1);
    }
    offset += bytes;
    return shard;
  }
}
