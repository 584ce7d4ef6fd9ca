// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static dev.recordio.conf.SettingType.bytes;
import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.whole;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;

/**
 * The keys of export alone; the keys of formats are in {@link
 * dev.recordio.formats.output.OutputConf}.
 */
public enum ExportConf implements ConfKey {
  TO("recordio.export.to", "", oneOf(Target.names()), "The format to write."),
  SHARDS(
      "recordio.export.shards",
      "0",
      whole(0, 1_000_000),
      "Number of shards that export writes, with equal numbers of records; 0: by"
          + " recordio.export.shard-size."),
  SHARD_SIZE(
      "recordio.export.shard-size",
      "512m",
      bytes(1),
      "The most bytes of the records of a shard on average: export writes as few equal"
          + " shards as possible.");

  private final Definition definition;

  ExportConf(String key, String defaultValue, SettingType type, String description) {
    definition = new Definition(key, defaultValue, type, description);
  }

  @Override
  public Definition definition() {
    return definition;
  }

  @Override
  public String toString() {
    return key();
  }
}
