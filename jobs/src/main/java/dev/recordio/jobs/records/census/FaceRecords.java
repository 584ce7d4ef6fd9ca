// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.image.InsightFaceDialect;
import dev.recordio.image.InsightFaceTally;
import java.io.IOException;

/** Tells the images in a split of an InsightFace set from its other records, and tallies both. */
public final class FaceRecords {
  private final NumberedSplit split;
  private final InsightFaceTally tally = new InsightFaceTally();
  private final byte[] start = new byte[InsightFaceDialect.BOOKKEEPING_BYTES];

  /** Begins a split whose {@link NumberedSplit#faces} is not null. */
  public FaceRecords(NumberedSplit split) {
    this.split = split;
  }

  /**
   * Whether the current record is an image.
   *
   * @throws MalformedRecordException when it contradicts key 0
   */
  public boolean isImage(RecordRangeReader record) throws IOException {
    record.prefix(start);
    try {
      return tally.add(split.faces(), start, record.payloadLength(), record.offset());
    } catch (MalformedRecordException e) {
      throw e.at(split.getPath().toString());
    }
  }

  /** Returns the tally of the records so far. */
  InsightFaceTally tally() {
    return tally;
  }
}
