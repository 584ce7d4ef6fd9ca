// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What is done with damaged records: the keys {@code recordio.input.corrupt-record.*}; this is the
 * only reader.
 *
 * @param policy what a reader does
 * @param maxFraction the part of the records, and of their bytes, that may be damaged: 0 to 1
 * @param minCount fewer damaged records than this are never too many
 * @param quarantineFolder where damaged ranges are written down; null when no folder is set
 */
public record DamageSettings(
    DamagePolicy policy, double maxFraction, long minCount, Path quarantineFolder) {
  /** Any damage is an error. */
  static final DamageSettings FAILING = new DamageSettings(DamagePolicy.FAIL, 0, 0, null);

  /**
   * Reads the settings.
   *
   * @throws InvalidSettingException when one of them is invalid
   */
  public static DamageSettings of(Configuration conf) {
    String folder = RecordIOConf.CORRUPT_QUARANTINE_DIR.get(conf);
    return new DamageSettings(
        RecordIOConf.CORRUPT_POLICY.getEnum(conf, DamagePolicy.class),
        RecordIOConf.CORRUPT_MAX_FRACTION.getDouble(conf),
        RecordIOConf.CORRUPT_MIN_COUNT.getLong(conf),
        folder.isEmpty() ? null : new Path(folder));
  }

  /** Sets what readers do with damaged records. */
  public static void setPolicy(Configuration conf, DamagePolicy policy) {
    RecordIOConf.CORRUPT_POLICY.set(conf, written(policy));
  }

  /** Returns the setting of {@code policy}, as users write it after {@code -D}. */
  static String setting(DamagePolicy policy) {
    return RecordIOConf.CORRUPT_POLICY + "=" + written(policy);
  }

  private static String written(DamagePolicy policy) {
    return policy.name().toLowerCase(Locale.ROOT);
  }

  /** Whether any damage is an error. */
  public boolean failsFast() {
    return policy == DamagePolicy.FAIL;
  }

  /** Whether reading continues after damage. */
  public boolean passesOver() {
    return !failsFast();
  }

  /** Whether damaged ranges are written down. */
  public boolean quarantines() {
    return policy == DamagePolicy.QUARANTINE;
  }

  /**
   * Checks that damaged ranges, if they are to be written down, have a folder, where there is no
   * job output that could take them.
   *
   * @throws InvalidSettingException when they have none
   */
  public void requireQuarantineFolder() {
    if (quarantines() && quarantineFolder == null) {
      throw noQuarantineFolder();
    }
  }

  static InvalidSettingException noQuarantineFolder() {
    return new InvalidSettingException(
        RecordIOConf.CORRUPT_POLICY
            + " is quarantine, but there is no job output for quarantined records; set "
            + RecordIOConf.CORRUPT_QUARANTINE_DIR);
  }

  /**
   * Rejects settings that write damaged ranges down.
   *
   * @param why ends the message
   * @throws InvalidSettingException when they are to be written down
   */
  public void refuseQuarantine(String why) {
    if (quarantines()) {
      throw new InvalidSettingException(RecordIOConf.CORRUPT_POLICY + " is quarantine; " + why);
    }
  }

  /**
   * Whether there is more damage than accepted, of the records or of their bytes.
   *
   * @param sound the records that were read
   * @param damaged the stretches of damage, one record each
   * @param soundBytes the bytes of the sound records, headers and padding included
   * @param damagedBytes the bytes of the damage
   */
  public boolean isTooMuch(long sound, long damaged, long soundBytes, long damagedBytes) {
    return damaged > 0
        && damaged >= minCount
        && Math.max(fraction(damaged, sound), fraction(damagedBytes, soundBytes)) > maxFraction;
  }

  private static double fraction(long damaged, long sound) {
    return damaged == 0 ? 0 : (double) damaged / (sound + damaged);
  }

  /** Returns what part is accepted, for errors: "at most", the key and its value. */
  public String limit() {
    return "at most " + RecordIOConf.CORRUPT_MAX_FRACTION + " = " + maxFraction;
  }
}
