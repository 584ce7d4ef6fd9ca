// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.local;

import static dev.recordio.conf.SettingType.bytes;
import static dev.recordio.conf.SettingType.flag;
import static dev.recordio.conf.SettingType.text;
import static dev.recordio.conf.SettingType.whole;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;

/** The keys that specify how commands run their jobs. */
public enum RunConf implements ConfKey {
  THREADS(
      "recordio.threads",
      "0",
      whole(0, Integer.MAX_VALUE),
      "Worker threads of a command that runs on this machine alone; 0 means one for each"
          + " processor."),
  DRY_RUN(
      "recordio.dry-run",
      "false",
      flag(),
      "Write nothing, and only say what would be written, and what would be refused."),
  JOB_ERROR_DIR(
      "recordio.job.error-dir",
      "",
      text(),
      "Set by the tools: where failing tasks leave their message for the command that waits."),
  INFO_JOB_ABOVE(
      "recordio.info.job-above",
      "4g",
      bytes(0),
      "Input of more bytes than this is summed up by info in a MapReduce job. Takes k, m, g.");

  private final Definition definition;

  RunConf(String key, String defaultValue, SettingType type, String description) {
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
