// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import static dev.recordio.conf.SettingType.flag;
import static dev.recordio.conf.SettingType.oneOf;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;

/** The keys of index. */
public enum IndexConf implements ConfKey {
  KEYS(
      "recordio.index.keys",
      "keep",
      oneOf("ordinal", "id", "keep"),
      "The key of a record: ordinal (its number in the file, as rec2idx), id (of its image"
          + " header), keep (from the .idx if it fits the file, else ordinal)."),
  CHECKSUMS(
      "recordio.index.checksums",
      "false",
      flag(),
      "Put a CRC32C of each record and of the file into the .ridx; reads all data."),
  CHECK("recordio.index.check", "false", flag(), "Check the existing indexes, and write nothing."),
  FORCE(
      "recordio.index.force",
      "false",
      flag(),
      "Make all indexes again, with checksums, even if they are right; keys stay.");

  private final Definition definition;

  IndexConf(String key, String defaultValue, SettingType type, String description) {
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
