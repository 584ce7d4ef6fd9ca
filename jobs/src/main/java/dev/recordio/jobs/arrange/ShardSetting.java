// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.fs.InvalidSettingException;
import dev.recordio.fs.RecordIOConf;
import dev.recordio.jobs.shard.ShardCut;
import org.apache.hadoop.conf.Configuration;

/**
 * How many shards are wanted.
 *
 * @param shards their number; 0 for as many as the size makes
 * @param size the bytes that the mean shard has at most
 */
record ShardSetting(int shards, long size) {
  /** Reads the keys. */
  static ShardSetting of(Configuration conf) {
    int shards = RecordIOConf.ARRANGE_SHARDS.getInt(conf);
    long size = RecordIOConf.ARRANGE_SHARD_SIZE.getBytes(conf);
    if (shards < 0 || size < 1) {
      throw new InvalidSettingException(
          String.format(
              "expected %s of 0 or more and %s above 0, found %d and %d",
              RecordIOConf.ARRANGE_SHARDS, RecordIOConf.ARRANGE_SHARD_SIZE, shards, size));
    }
    return new ShardSetting(shards, size);
  }

  /** Whether shards get equal numbers of records, rather than of bytes. */
  boolean byCount() {
    return shards > 0;
  }

  /** Returns the number of shards for {@code bytes} bytes of records. */
  int count(long bytes) {
    return ShardCut.count(shards, size, bytes);
  }
}
