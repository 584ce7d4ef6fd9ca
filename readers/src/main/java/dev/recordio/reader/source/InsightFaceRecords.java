// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.image.InsightFaceDialect;
import dev.recordio.image.InsightFaceTally;
import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** Tells the images of an InsightFace set from its other records, while they are read in order. */
final class InsightFaceRecords {
  private final String path;
  private final InsightFaceDialect dialect;
  private final DamageTracker damage;
  private final long damagedBefore; // the file
  private final InsightFaceTally tally = new InsightFaceTally();
  private final byte[] start = new byte[InsightFaceDialect.BOOKKEEPING_BYTES];

  /** Begins a file that a look has shown to be one. */
  InsightFaceRecords(Path file, InsightFaceDialect dialect, DamageTracker damage) {
    path = file.toString();
    this.dialect = dialect;
    this.damage = damage;
    damagedBefore = damage.damagedRecords();
  }

  /**
   * Whether the current record is an image.
   *
   * @throws MalformedRecordException when it contradicts key 0
   */
  boolean isImage(RecordRangeReader record) throws IOException {
    record.prefix(start);
    try {
      return tally.add(dialect, start, record.payloadLength(), record.offset());
    } catch (MalformedRecordException e) {
      throw e.at(path);
    }
  }

  /**
   * Checks the set, after all of its records, unless some are damaged.
   *
   * @throws MalformedRecordException when it contradicts itself
   */
  void checkAll() throws MalformedRecordException {
    try {
      if (damage.damagedRecords() == damagedBefore) {
        tally.check();
      }
    } catch (MalformedRecordException e) {
      throw e.at(path);
    }
  }
}
