// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.sparse.CsrBlock;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/** Counts the items of a file. */
final class Counts {
  private Counts() {}

  /** Returns the number of records: by the index, or where there is none, by the headers. */
  static long records(Configuration conf, FileStatus file, DamageTracker damage)
      throws IOException {
    if (SplitPlanner.uncompressed(conf).test(file.getPath())) {
      try {
        return RecordIndex.read(conf, file).count();
      } catch (FileNotFoundException | MalformedRecordException e) {
        // There is none, or none that fits: the headers know.
      }
    }
    return recordsBefore(conf, file, file.getLen(), damage);
  }

  /** Returns the number of records that begin before an offset, by the headers. */
  static long recordsBefore(Configuration conf, FileStatus file, long offset, DamageTracker damage)
      throws IOException {
    var all = List.of(new InputRange(file.getPath(), 0, offset));
    try (RecordSplitReader headers = RecordSplitReader.ofHeaders(conf, all, damage)) {
      long count = 0;
      while (headers.next()) {
        count++;
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
