// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.job;

import static dev.recordio.conf.SettingType.flag;
import static dev.recordio.conf.SettingType.fraction;
import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.text;
import static dev.recordio.conf.SettingType.whole;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;

/** The keys of the jobs of record stores. */
public enum StoreJobConf implements ConfKey {
  ZRECORD(
      "recordio.store.import.zrecord",
      "",
      text(),
      "A folder in zrecord's layout: all of its fields."),
  ZRECORD_ITEMS(
      "recordio.store.import.zrecord-items",
      "chunk-first",
      oneOf("chunk-first", "offset-first"),
      "What comes first in the items of zrecord's fields: chunk-first (packed structs),"
          + " offset-first (all others)."),
  REBALANCE_BELOW(
      "recordio.store.rebalance.below",
      "0.5",
      fraction(0, 1),
      "Rewrite the chunks with a smaller part of live bytes than this."),
  REBALANCE_SORT(
      "recordio.store.rebalance.sort",
      "false",
      flag(),
      "Rewrite everything that is not in the order of ids."),
  REBALANCE_RENUMBER(
      "recordio.store.rebalance.renumber",
      "false",
      flag(),
      "Leave out deleted records: the ids after them close up."),
  EXPORT_SHARDS(
      "recordio.store.export.shards",
      "0",
      whole(0, 100_000),
      "How many shards are written; by default one for each 512 MiB of live values.");

  private final Definition definition;

  StoreJobConf(String key, String defaultValue, SettingType type, String description) {
    definition = new Definition(key, defaultValue, type, description);
  }

  @Override
  public Definition definition() {
    return definition;
  }

  /** Returns the key as users write it. */
  @Override
  public String toString() {
    return key();
  }
}
