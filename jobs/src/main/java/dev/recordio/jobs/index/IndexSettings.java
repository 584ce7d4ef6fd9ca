// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.wire.RecordIndexLayout;
import org.apache.hadoop.conf.Configuration;

/**
 * The settings of the index job, read from its configuration.
 *
 * @param keys what the keys of the index are
 * @param layout the fields that are read of each record
 * @param check whether indexes are compared instead of written
 * @param binary whether there is a {@code .ridx} next to each {@code .idx}
 * @param force whether indexes without a difference are replaced, too
 * @param skips whether damaged records are skipped
 */
record IndexSettings(
    Keys keys,
    RecordIndexLayout layout,
    boolean check,
    boolean binary,
    boolean force,
    boolean skips) {
  /** The keys of an index. */
  enum Keys {
    /** 0, 1, 2, ... in each file. */
    ORDINAL,
    /** The ids in image headers. */
    ID,
    /** The keys of the existing index, if it fits; else 0, 1, 2, ... */
    KEEP
  }

  /**
   * Reads the settings.
   *
   * @throws InvalidSettingException when one is invalid
   */
  static IndexSettings of(Configuration conf) {
    Keys keys = IndexConf.KEYS.getEnum(conf, Keys.class);
    boolean force = IndexConf.FORCE.getBoolean(conf);
    boolean checksums = force || IndexConf.CHECKSUMS.getBoolean(conf);
    DamageSettings damage = DamageSettings.of(conf);
    damage.refuseQuarantine("index takes fail or skip");
    boolean skips = damage.passesOver();
    int flags = keys == Keys.ID ? RecordIndexLayout.KEYS : 0;
    flags |= checksums ? RecordIndexLayout.PAYLOAD_CHECKSUMS : 0;
    // If damage is skipped, not all of the file is read.
    flags |= checksums && !skips ? RecordIndexLayout.FILE_CHECKSUM : 0;
    return new IndexSettings(
        keys,
        new RecordIndexLayout(flags),
        IndexConf.CHECK.getBoolean(conf),
        RecordIOConf.OUTPUT_INDEX_BINARY.getBoolean(conf),
        force,
        skips);
  }

  /** Whether the keys of an index that fits are kept. */
  boolean keepsKeys() {
    return keys == Keys.KEEP;
  }

  /**
   * Whether payloads must be read: for checksums, and to distinguish sound from damaged records.
   */
  boolean readsPayloads() {
    return layout.has(RecordIndexLayout.PAYLOAD_CHECKSUMS) || skips;
  }
}
