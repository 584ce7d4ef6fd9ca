// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.rows.JobSegments;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Finds the query id of the last row before a segment, by reading backwards in growing steps; a
 * compressed file is read from its beginning.
 */
final class LastQidFinder {
  private static final long FIRST_STEP = 1 << 16;

  private final Configuration conf;
  private final JobSegments segments;
  private final Predicate<Path> cuttable;
  private final CsrBlock block = new CsrBlock();

  LastQidFinder(Configuration conf, JobSegments segments) {
    this.conf = conf;
    this.segments = segments;
    cuttable = RowInputs.splittable(conf, TextSettings.of(conf));
  }

  /** Returns the query id; empty when there is no row, or the row has none. */
  OptionalLong qidBefore(int segment) throws IOException {
    for (int s = segment - 1; s >= 0; s--) {
      if (SegmentRows.hasGroups(conf, s)) {
        return SegmentRows.lastGroup(conf, s);
      }
      List<InputRange> ranges = segments.get(s).ranges();
      for (int r = ranges.size() - 1; r >= 0; r--) {
        if (findLast(ranges.get(r))) {
          return block.hasQid()
              ? OptionalLong.of(block.qids()[block.rows() - 1])
              : OptionalLong.empty();
        }
      }
    }
    return OptionalLong.empty();
  }

  /** Reads the last rows of a range into the block; false when the range has no row. */
  private boolean findLast(InputRange range) throws IOException {
    long step = cuttable.test(range.path()) ? FIRST_STEP : range.length();
    for (; ; step *= 4) {
      long start = Math.max(range.start(), range.end() - step);
      if (readLast(new InputRange(range.path(), start, range.end() - start))) {
        return true;
      }
      if (start == range.start()) {
        return false;
      }
    }
  }

  private boolean readLast(InputRange range) throws IOException {
    var next = new CsrBlock();
    if (TextSettings.of(conf).hasLabelSets()) {
      next.keepLabelSets();
    }
    boolean found = false;
    try (RowReader rows = RowInputs.open(conf, List.of(range))) {
      while (rows.next(next)) {
        block.clear();
        block.addRows(next, next.rows() - 1, next.rows());
        found = true;
      }
    }
    return found;
  }
}
