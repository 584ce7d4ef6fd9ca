// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.fs.gather.Gather;

/**
 * What a table of records may hold.
 *
 * @param wholeRecords the most records of all files whose indexes are loaded whole
 * @param stretch the entries of a stretch
 * @param stretches the most stretches in memory, and of one batch of records; at least 1
 * @param openFiles the most files open at a time, indexes and records together; at least 2
 */
record TableLimits(long wholeRecords, int stretch, int stretches, int openFiles) {
  /** To find what is wrong with a record, its file and index are opened, even twice. */
  private static final int RESERVED_FILES = 4;

  private static final int STRETCH = 256;

  static final TableLimits DEFAULT =
      new TableLimits(
          IndexSet.MAX_KEPT_RECORDS,
          STRETCH,
          (int) (IndexSet.MAX_KEPT_RECORDS / STRETCH),
          Gather.MAX_OPEN_FILES - RESERVED_FILES);
}
