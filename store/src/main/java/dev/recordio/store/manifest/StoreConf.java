// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import static dev.recordio.conf.SettingType.bytes;
import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.text;
import static dev.recordio.conf.SettingType.whole;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The keys of record stores. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum StoreConf implements ConfKey {
  PUBLISH(
      "recordio.store.publish",
      "auto",
      oneOf("auto", "conditional", "link", "rename", "refuse"),
      "How a commit makes its manifest visible if no other writer was faster: auto (by the"
          + " file system), conditional (conditional upload; S3A of Hadoop 3.4.2 and later), link"
          + " (hard link; local files), rename (without overwriting; HDFS), refuse (stores are"
          + " only read)."),
  COMMIT_ATTEMPTS(
      "recordio.store.commit.attempts",
      "100",
      whole(1, 1_000_000),
      "How often a commit to a store is tried when other writers are faster."),
  TABLE_CACHE(
      "recordio.store.table-cache",
      "64m",
      bytes(1 << 16, 1L << 40),
      "Memory of a store's reader for blocks of tables."),
  CHUNK_SIZE(
      "recordio.store.chunk-size",
      "128m",
      bytes(1 << 12, 1 << 30),
      "The size of a full chunk in a new store; also the block size of its file."),
  FIELDS(
      "recordio.store.fields",
      "",
      text(),
      "The fields of a store to read, with commas between. Default: all."),
  GENERATION(
      "recordio.store.generation",
      "-1",
      whole(-1),
      "The generation of a store to read. -1: the newest, or the tagged one."),
  TAG("recordio.store.tag", "", text(), "The tag of the generation to read."),
  IDS(
      "recordio.store.ids",
      "",
      text(),
      "The ids that StoreInputFormat reads: numbers or ranges A-B, both included, with"
          + " commas between. Default: all that are not deleted.");

  private final Definition definition;

  StoreConf(String key, String defaultValue, SettingType type, String description) {
    definition = new Definition(key, defaultValue, type, description);
  }

  @Override
  @InterfaceAudience.Private
  public Definition definition() {
    return definition;
  }

  @Override
  public String toString() {
    return key();
  }
}
