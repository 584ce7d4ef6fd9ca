// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import static dev.recordio.conf.SettingType.whole;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;

/** The keys of report. */
public enum ReportConf implements ConfKey {
  SEED(
      "recordio.report.seed",
      "0",
      whole(Long.MIN_VALUE),
      "The seed that chooses the records shown: the same seed and input give the same"
          + " records.");

  private final Definition definition;

  ReportConf(String key, String defaultValue, SettingType type, String description) {
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
