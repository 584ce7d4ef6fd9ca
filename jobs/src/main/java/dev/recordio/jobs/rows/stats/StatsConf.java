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
      "Where to keep the result, so that csr need not count: none, auto (_stats.json in an input"
          + " folder, .NAME.stats.json beside an input file), or a file's path. csr reads this"
          + " path, else auto's file, if the input has not changed."),
  LIST_BAD(
      "recordio.stats.list-bad",
      "0",
      whole(0, 100_000),
      "List the first faults of lines, at most this many, in any mode: file, offset, line, rule"
          + " and text, with tabs between. The statistics count repaired lines then, and go to"
          + " standard error. 0 lists none.");

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
