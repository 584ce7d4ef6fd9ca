// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.stats;

import static dev.recordio.conf.SettingType.text;
import static dev.recordio.conf.SettingType.whole;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;

/** The keys of stats only; the keys of rows are in the library. */
public enum StatsConf implements ConfKey {
  SIDECAR(
      "recordio.stats.sidecar",
      "none",
      text(),
      "Where to keep the result, so that csr need not count: none, auto (_stats.json in an"
          + " input folder, .NAME.stats.json beside an input file), or a file. csr reads this"
          + " file, else auto's, if the input has not changed."),
  LIST_BAD(
      "recordio.stats.list-bad",
      "0",
      whole(0, 100_000),
      "List at most this many faults of lines, in any mode: file, offset, line, rule and"
          + " text, with tabs between. The statistics then count repaired lines, and go to"
          + " standard error.");

  private final Definition definition;

  StatsConf(String key, String defaultValue, SettingType type, String description) {
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
