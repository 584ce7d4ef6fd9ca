// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import static dev.recordio.conf.SettingType.flag;
import static dev.recordio.conf.SettingType.text;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.conf.SettingType;
import org.apache.hadoop.conf.Configuration;

/** The keys of verify. */
public enum VerifyConf implements ConfKey {
  CHECKSUMS(
      "recordio.verify.checksums",
      "false",
      flag(),
      "Compare payloads with the CRC32C of each record in the .ridx, which index --checksums writes."),
  IMAGES(
      "recordio.verify.images",
      "false",
      flag(),
      "Read every record as an image, as trainers do: its image header, and its pixels."),
  NAMES(
      "recordio.verify.names",
      "true",
      flag(),
      "Whether verify --images compares an image's format with the extension of its name, where the .lst of"
          + " im2rec is beside the file. false: for images that were converted to another format"
          + " than their files have."),
  ROWS(
      "recordio.verify.rows",
      "false",
      flag(),
      "Parse every row: the input is text, by libsvm.format and the other keys of libsvm."),
  SALVAGE_LIST(
      "recordio.salvage.list", "", text(), "Leave out the records that verify --list has found."),
  UNESCAPED(
      "recordio.verify.unescaped",
      "false",
      flag(),
      "Accept magic words in payloads: the writer did not escape them.");

  /** How many records are walked before a start that was searched for is trusted. */
  private static final int VERIFY_UNESCAPED = 10;

  private final Definition definition;

  VerifyConf(String key, String defaultValue, SettingType type, String description) {
    definition = new Definition(key, defaultValue, type, description);
  }

  /** Returns a configuration for readers of records that see all that the keys ask for. */
  static Configuration readers(Configuration conf) {
    var own = new Configuration(conf);
    boolean escaped = !UNESCAPED.getBoolean(conf);
    RecordIOConf.INPUT_SCAN_PAYLOADS.set(own, escaped);
    if (escaped) {
      RecordIOConf.SPLIT_VERIFY_RECORDS.set(own, 0);
    } else if (RecordIOConf.SPLIT_VERIFY_RECORDS.getInt(own) == 0) {
      RecordIOConf.SPLIT_VERIFY_RECORDS.set(own, VERIFY_UNESCAPED);
    }
    return own;
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
