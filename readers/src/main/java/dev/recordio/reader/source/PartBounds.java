// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.fs.input.DmlcPartition;
import dev.recordio.fs.input.DmlcPartition.Cut;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.order.RecordOrder;
import dev.recordio.reader.Stage.Hint;
import dev.recordio.reader.share.InputPart;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * Which records a part of an input has.
 *
 * @param first the first of them; where there are none, the first after them
 * @param count how many
 * @param start a place to read them from in the order of the files
 */
record PartBounds(long first, long count, Hint start) {
  private static final int ALIGNMENT = 4; // of records

  /** Finds the records by a table of all of them. */
  static PartBounds of(
      Configuration conf, List<FileStatus> files, InputPart part, RecordsByNumber records)
      throws IOException {
    long begin = bound(conf, files, part, 0, records.count(), records::firstFrom);
    long end = bound(conf, files, part, 1, records.count(), records::firstFrom);
    return new PartBounds(begin, end - begin, begin == end ? Hint.START : records.place(begin));
  }

  /** Finds the records where a file is compressed: their headers are counted. */
  static PartBounds ofCounted(
      Configuration conf, List<FileStatus> files, InputPart part, DamageTracker damage)
      throws IOException {
    long[] firsts = new long[files.size() + 1];
    for (int file = 0; file < files.size(); file++) {
      firsts[file + 1] = firsts[file] + Counts.records(conf, files.get(file), damage.uncounted());
    }
    Numbers numbers =
        (file, offset) ->
            firsts[file]
                + (offset == 0
                    ? 0
                    : Counts.recordsBefore(conf, files.get(file), offset, damage.uncounted()));
    long total = firsts[files.size()];
    long begin = bound(conf, files, part, 0, total, numbers);
    long end = bound(conf, files, part, 1, total, numbers);
    return new PartBounds(begin, end - begin, Hint.START);
  }

  /** Finds the number of the first record that begins in a file at an offset or after it. */
  @FunctionalInterface
  private interface Numbers {
    long firstFrom(int file, long offset) throws IOException;
  }

  private static long bound(
      Configuration conf,
      List<FileStatus> files,
      InputPart part,
      int after,
      long total,
      Numbers numbers)
      throws IOException {
    if (part.rule() != InputPart.Rule.BYTES) {
      return part.first(total, after);
    }
    var partition =
        new DmlcPartition(files, part.parts(), ALIGNMENT, SplitPlanner.uncompressed(conf));
    Cut cut = partition.begin(part.part() + after);
    return numbers.firstFrom(cut.file(), cut.offset());
  }

  /** Returns an order of the part's records as one of all records. */
  RecordOrder numbered(RecordOrder within) {
    return new RecordOrder() {
      @Override
      public long count() {
        return within.count();
      }

      @Override
      public long at(long position) {
        return first + within.at(position);
      }
    };
  }
}
