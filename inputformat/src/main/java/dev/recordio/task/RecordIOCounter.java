// SPDX-License-Identifier: Apache-2.0
package dev.recordio.task;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The counters of readers and writers; their display names are in a resource beside the class. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum RecordIOCounter {
  /** Sound records read. */
  RECORDS_READ,
  /** Bytes read from input files, searching and reading beyond the split included. */
  BYTES_READ,
  /** Records read that are stored in more than one part. */
  MULTI_PART_RECORDS_READ,
  /** Stretches of damage skipped; each counts as one record. */
  DAMAGED_RECORDS,
  /** Bytes of the stretches of damage skipped. */
  DAMAGED_BYTES,
  /** Bytes of the sound records read, headers and padding included. */
  SOUND_BYTES,
  /** Sound records of InsightFace sets that are left out because they are no images. */
  BOOKKEEPING_RECORDS,
  /** How often reading continued at a record start after damage. */
  RESYNCS,
  /** Files read by number whose headers had to be read, as no index fits. */
  FILES_WITHOUT_INDEX,
  /** Records written. */
  RECORDS_WRITTEN,
  /** Bytes of records written, headers and padding included. */
  BYTES_WRITTEN,
  /** Records written in more than one part, because the magic word occurs in them. */
  MULTI_PART_RECORDS_WRITTEN
}
