// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.InsightFaceFiles;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.image.InsightFaceDialect;
import dev.recordio.image.InsightFaceTally;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

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

  /**
   * Looks for InsightFace sets, in parallel, and notes what it finds in their splits.
   *
   * @param files those that have splits, in order
   */
  static void find(Configuration conf, List<FileStatus> files, List<NumberedSplit> splits)
      throws IOException {
    InsightFaceDialect[] found =
        InsightFaceFiles.lookAll(conf, files.stream().map(FileStatus::getPath).toList());
    splits.forEach(split -> split.setFaces(found[split.file()]));
  }

  /**
   * Checks that each set has the records that its key 0 announces, unless there was damage.
   *
   * @throws MalformedRecordException when one contradicts itself
   */
  static void check(List<NumberedSplit> splits, Function<NumberedSplit, CensusFile.Total> totals)
      throws MalformedRecordException {
    var tally = new InsightFaceTally();
    boolean complete = true;
    for (int i = 0; i < splits.size(); i++) {
      NumberedSplit split = splits.get(i);
      InsightFaceTally part = split.faces() == null ? null : totals.apply(split).faces;
      complete &= part != null;
      if (complete) {
        tally.add(part);
      }
      if (i + 1 == splits.size() || splits.get(i + 1).file() != split.file()) {
        if (complete) {
          check(tally, split);
        }
        tally = new InsightFaceTally();
        complete = true;
      }
    }
  }

  private static void check(InsightFaceTally tally, NumberedSplit split)
      throws MalformedRecordException {
    try {
      tally.check();
    } catch (MalformedRecordException e) {
      throw e.at(split.getPath().toString());
    }
  }
}
