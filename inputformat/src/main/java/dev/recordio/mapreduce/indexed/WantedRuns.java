// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.indexed;

import dev.recordio.fs.numbered.IndexSet;
import dev.recordio.fs.numbered.RecordIndex;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Which records of each file of a job's input are wanted. Only a few numbers per file are
 * remembered; its index is kept, within the bounds of {@link IndexSet}, where parts may cut the
 * file.
 */
final class WantedRuns {
  /**
   * The records of a file from the first wanted one to the last one.
   *
   * @param source where the locations of the records come from
   * @param from the first record
   * @param to the record after the last one; {@code from}, if none is wanted
   * @param begin where the first record begins, in bytes
   * @param end the offset after the last one
   * @param wanted how many of the records are wanted
   */
  record Run(RecordIndex.Source source, int from, int to, long begin, long end, int wanted) {

    /** Returns the run of the wanted ones among the records {@code first} to {@code after}. */
    static Run of(RecordIndex index, WantedRecords wanted, int first, int after) {
      int count = wanted.count(index, first, after);
      if (count == 0) {
        return new Run(index.source(), first, first, 0, 0, 0);
      }
      int from = first;
      int to = after;
      while (!wanted.has(index, from)) {
        from++;
      }
      while (!wanted.has(index, to - 1)) {
        to--;
      }
      return new Run(index.source(), from, to, index.offset(from), index.end(to - 1), count);
    }
  }

  private final List<Run> runs = new ArrayList<>();
  private long total;

  WantedRuns(IndexSet indexes, WantedRecords wanted) throws IOException {
    for (int file = 0; file < indexes.files(); file++) {
      int from = indexes.from(file, wanted.rows());
      int to = indexes.to(file, wanted.rows());
      Run run = Run.of(indexes.index(file), wanted, from, to);
      runs.add(run);
      total += run.wanted();
      if (run.wanted() > 1) {
        indexes.keep(file);
      }
    }
  }

  /** Returns the number of wanted records. */
  long total() {
    return total;
  }

  /** Returns what is wanted of a file. */
  Run get(int file) {
    return runs.get(file);
  }
}
