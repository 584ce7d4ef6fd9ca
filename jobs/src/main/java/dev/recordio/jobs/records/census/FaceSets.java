// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.InsightFaceFiles;
import dev.recordio.image.InsightFaceDialect;
import dev.recordio.image.InsightFaceTally;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/** Finds the InsightFace sets among the files of an input, and checks each after the census. */
final class FaceSets {
  private FaceSets() {}

  /**
   * Looks at the files, in parallel, and notes what it finds in their splits.
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
    InsightFaceTally tally = null;
    boolean complete = false;
    for (int i = 0; i < splits.size(); i++) {
      NumberedSplit split = splits.get(i);
      if (split.faces() == null) {
        continue;
      }
      if (i == 0 || splits.get(i - 1).file() != split.file()) {
        tally = new InsightFaceTally();
        complete = true;
      }
      InsightFaceTally part = totals.apply(split).faces();
      complete &= part != null;
      if (complete) {
        tally.add(part);
      }
      if (complete && (i + 1 == splits.size() || splits.get(i + 1).file() != split.file())) {
        check(tally, split);
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
