// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.InvalidSettingException;
import org.apache.hadoop.conf.Configuration;

/** Checks that settings fit a target. */
public final class ExportSettings {
  private ExportSettings() {}

  /**
   * Refuses keys that a target has no use for.
   *
   * @throws InvalidSettingException when one of them has another value than its default
   */
  static void refuse(Configuration conf, Target target, ConfKey... keys) {
    for (ConfKey key : keys) {
      if (!key.get(conf).equals(key.definition().defaultValue())) {
        throw new InvalidSettingException(
            key.key() + " is " + key.get(conf) + ", but " + target + " has no use for it");
      }
    }
  }
}
