// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.InsightFaceFiles;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.image.InsightFaceDialect;
import dev.recordio.sparse.CsrBlock;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/** Counts the items of a file. */
final class Counts {
  private Counts() {}

  /**
   * Returns the number of records, or of images of an InsightFace set: by the index, or where there
   * is none, by the headers.
   */
  static long records(Configuration conf, FileStatus file, DamageTracker damage)
      throws IOException {
    long indexed = indexed(conf, file);
    if (indexed < 0) {
      return recordsBefore(conf, file, file.getLen(), damage);
    }
    InsightFaceDialect faces = InsightFaceFiles.look(conf, file.getPath());
    return faces == null
        ? indexed
        : indexed
            - InsightFaceFiles.bookkeeping(conf, file.getPath(), file.getLen(), faces, damage)
                .length;
  }

  /** Returns how many records an index has; -1 without one. */
  private static long indexed(Configuration conf, FileStatus file) throws IOException {
    if (SplitPlanner.uncompressed(conf).test(file.getPath())) {
      try {
        return RecordIndex.read(conf, file).count();
      } catch (FileNotFoundException | MalformedRecordException e) {
        // There is none, or none that fits: the headers know.
      }
    }
    return -1;
  }

  /** Returns the number of records that begin before an offset, by the headers. */
  static long recordsBefore(Configuration conf, FileStatus file, long offset, DamageTracker damage)
      throws IOException {
    var all = List.of(new InputRange(file.getPath(), 0, offset));
    try (RecordSplitReader headers = RecordSplitReader.ofHeaders(conf, all, damage)) {
      InsightFaceDialect set = InsightFaceFiles.look(conf, file.getPath());
      var faces = set == null ? null : new InsightFaceRecords(file.getPath(), set, damage);
      long count = 0;
      while (headers.next()) {
        count += faces == null || faces.isImage(headers.record()) ? 1 : 0;
      }
      return count;
    }
  }

  /** Returns the number of rows: all of them are parsed. */
  static long rows(Configuration conf, TextSettings settings, FileStatus file) throws IOException {
    var all = List.of(new InputRange(file.getPath(), 0, file.getLen()));
    try (RowReader reader = RowInputs.open(conf, settings, all)) {
      var block = new CsrBlock();
      long count = 0;
      while (reader.next(block)) {
        count += block.rows();
      }
      return count;
    }
  }
}
