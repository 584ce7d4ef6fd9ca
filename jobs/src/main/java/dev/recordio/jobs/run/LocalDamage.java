// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import dev.recordio.fs.record.DamageSettings;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.QuarantineFile;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** What becomes of damaged records that a command reads in its own process. */
public final class LocalDamage implements Closeable {
  private final QuarantineFile quarantine; // or null
  private final DamageTracker tracker;

  /**
   * Creates it from the settings.
   *
   * @param fileName of the file in the folder for damaged ranges, if there is one
   * @throws dev.recordio.conf.InvalidSettingException when the settings are invalid
   */
  public LocalDamage(Configuration conf, String fileName) {
    Path folder = DamageSettings.of(conf).quarantineFolder();
    quarantine = folder == null ? null : new QuarantineFile(conf, new Path(folder, fileName));
    tracker = DamageTracker.of(conf, quarantine);
  }

  /** Returns what decides about damage, and counts it. */
  public DamageTracker tracker() {
    return tracker;
  }

  @Override
  public void close() throws IOException {
    if (quarantine != null) {
      quarantine.close();
    }
  }
}
