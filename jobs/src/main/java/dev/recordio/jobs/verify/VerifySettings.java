// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.conf.RecordIOConf;
import org.apache.hadoop.conf.Configuration;

/**
 * The settings of verify.
 *
 * @param checksums whether payloads are compared with the checksums of the binary index
 * @param images whether payloads that claim to be images are decoded
 * @param names whether their formats are compared with the extensions in a list beside the file
 * @param rows whether the input is text, whose rows are parsed
 * @param unescaped whether a payload may hold an aligned magic word
 */
record VerifySettings(
    boolean checksums, boolean images, boolean names, boolean rows, boolean unescaped) {
  /** How many records are walked before a start that was searched for is trusted. */
  private static final int VERIFY_UNESCAPED = 10;

  /** Reads the settings. */
  static VerifySettings of(Configuration conf) {
    return new VerifySettings(
        VerifyConf.CHECKSUMS.getBoolean(conf),
        VerifyConf.IMAGES.getBoolean(conf),
        VerifyConf.IMAGES.getBoolean(conf) && VerifyConf.NAMES.getBoolean(conf),
        VerifyConf.ROWS.getBoolean(conf),
        VerifyConf.UNESCAPED.getBoolean(conf));
  }

  /** Returns a configuration for readers of records that see all that these settings ask for. */
  Configuration readers(Configuration conf) {
    var own = new Configuration(conf);
    RecordIOConf.INPUT_SCAN_PAYLOADS.set(own, !unescaped);
    if (!unescaped) {
      RecordIOConf.SPLIT_VERIFY_RECORDS.set(own, 0);
    } else if (RecordIOConf.SPLIT_VERIFY_RECORDS.getInt(own) == 0) {
      RecordIOConf.SPLIT_VERIFY_RECORDS.set(own, VERIFY_UNESCAPED);
    }
    return own;
  }
}
