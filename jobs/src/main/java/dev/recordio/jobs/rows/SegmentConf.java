// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import static dev.recordio.conf.SettingType.bytes;
import static dev.recordio.conf.SettingType.oneOf;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;

/** The keys by which stats and csr read their input. Each changes the output of csr. */
public enum SegmentConf implements ConfKey {
  SEGMENT_SIZE(
      "recordio.csr.segment-size",
      "256m",
      bytes(1),
      "stats and csr cut their input into equal segments of at most this many bytes, whatever the"
          + " tasks; no shard of csr goes beyond its segment. Takes k, m, g."),
  SIDE_FILES(
      "recordio.csr.side-files",
      "auto",
      oneOf("auto", "none"),
      "Whether csr reads FILE.group, FILE.weight and FILE.base_margin beside an input FILE: auto"
          + " (where there are any), none. split does not cut such files: it refuses an input"
          + " with them unless this is none.");

  private final Definition definition;

  SegmentConf(String key, String defaultValue, SettingType type, String description) {
    definition = new Definition(key, defaultValue, type, description);
  }

  @Override
  public Definition definition() {
    return definition;
  }

  /** Returns the key, as users write it. */
  @Override
  public String toString() {
    return key();
  }
}
