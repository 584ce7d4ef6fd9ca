// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.conf.ConfKey;
import dev.recordio.jobs.run.error.UsageException;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Option;

/** How many {@code .rec} shards a command writes, by number or by mean size. */
public final class ShardOptions {
  @Option(names = "--shards", paramLabel = "N", order = 50, description = "Write N shards.")
  private Integer shards;

  @Option(
      names = "--shard-size",
      paramLabel = "SIZE",
      order = 51,
      description =
          "Write as many shards as keep their mean size at or below SIZE; 512m by default.")
  private Size shardSize;

  /** Whether one of the options was given. */
  public boolean isGiven() {
    return shards != null || shardSize != null;
  }

  /**
   * Sets the keys of the options that were given. A size given here overrides a number from a site
   * file.
   *
   * @throws UsageException when both are given, or one is below 1
   */
  public void set(Configuration conf, ConfKey numberKey, ConfKey sizeKey) throws UsageException {
    if (shards != null && shardSize != null) {
      throw new UsageException("--shards and --shard-size exclude each other");
    }
    if (shards != null) {
      if (shards < 1) {
        throw new UsageException("--shards is " + shards + "; it must be at least 1");
      }
      numberKey.set(conf, shards);
    }
    if (shardSize != null) {
      if (shardSize.bytes() < 1) {
        throw new UsageException("--shard-size must be at least 1");
      }
      numberKey.set(conf, 0);
      sizeKey.set(conf, shardSize);
    }
  }
}
