// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.shard;

import dev.recordio.conf.ConfKey;
import org.apache.hadoop.conf.Configuration;

/**
 * The requested number of shards.
 *
 * @param shards their number; 0 to derive it from the size
 * @param size the maximum mean size of shards, in bytes
 */
public record ShardSetting(int shards, long size) {
  /**
   * Reads the keys.
   *
   * @param numberKey of the number of shards
   * @param sizeKey of their mean size in bytes
   * @throws dev.recordio.conf.InvalidSettingException when one of them is invalid
   */
  public static ShardSetting of(Configuration conf, ConfKey numberKey, ConfKey sizeKey) {
    return new ShardSetting(numberKey.getInt(conf), sizeKey.getBytes(conf));
  }

  /** Whether shards get equal numbers of records, rather than of bytes. */
  public boolean byCount() {
    return shards > 0;
  }

  /**
   * Returns the number of shards for {@code records} records of {@code bytes} bytes in all.
   *
   * @throws dev.recordio.conf.InvalidSettingException when that is far more than the number of
   *     records
   */
  public int count(long bytes, long records) {
    return ByteShardCutter.count(shards, size, bytes, records);
  }
}
