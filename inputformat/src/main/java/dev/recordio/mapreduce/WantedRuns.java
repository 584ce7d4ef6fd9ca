// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.fs.RecordIndex;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * Which records of each file of a job's input are wanted. Each index is loaded once, and what is
 * kept of it is a few numbers; of indexes of {@link #HELD_RECORDS} records together all is kept,
 * for the files that parts cut. A file beyond them that is cut is loaded once more.
 */
final class WantedRuns {
  /** 8 bytes each, 16 where keys are not the records' numbers, 4 more with checksums. */
  private static final long HELD_RECORDS = 4 << 20;

  /**
   * The records of a file from the first wanted one to the last one.
   *
   * @param source what told where the records are
   * @param from the first record
   * @param to the record after the last one; {@code from}, if none is wanted
   * @param begin where the first record begins, in bytes
   * @param end the offset after the last one
   * @param wanted how many of the records are wanted
   * @param number the number over the whole input of the file's first record
   */
  record Run(
      RecordIndex.Source source, int from, int to, long begin, long end, int wanted, long number) {

    /** Returns the run of the wanted ones among the records {@code first} to {@code behind}. */
    static Run of(RecordIndex index, WantedRecords wanted, int first, int behind, long number) {
      int count = wanted.count(index, first, behind);
      if (count == 0) {
        return new Run(index.source(), first, first, 0, 0, 0, number);
      }
      int from = first;
      int to = behind;
      while (!wanted.has(index, from)) {
        from++;
      }
      while (!wanted.has(index, to - 1)) {
        to--;
      }
      return new Run(
          index.source(), from, to, index.offset(from), index.end(to - 1), count, number);
    }
  }

  private final Configuration conf;
  private final List<FileStatus> files;
  private final WantedRecords wanted;
  private final List<Run> runs = new ArrayList<>();
  private final Map<Integer, RecordIndex> held = new HashMap<>();
  private long total;
  private int loadedFile = -1; // beyond the held ones: parts go through files in order
  private RecordIndex loaded;

  WantedRuns(Configuration conf, List<FileStatus> files, WantedRecords wanted) throws IOException {
    this.conf = conf;
    this.files = files;
    this.wanted = wanted;
    long number = 0;
    long room = HELD_RECORDS;
    for (int file = 0; file < files.size(); file++) {
      RecordIndex index = wanted.index(conf, files.get(file));
      int from = wanted.from(index, number);
      Run run = Run.of(index, wanted, from, Math.max(from, wanted.to(index, number)), number);
      runs.add(run);
      total += run.wanted();
      number += index.count();
      if (run.wanted() > 1 && index.count() <= room) {
        room -= index.count();
        held.put(file, index);
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

  /** Returns the index of a file. */
  RecordIndex index(int file) throws IOException {
    RecordIndex index = held.get(file);
    if (index != null) {
      return index;
    }
    if (loadedFile != file) {
      loaded = null; // two need not be in memory at once
      loaded = wanted.index(conf, files.get(file));
      loadedFile = file;
    }
    return loaded;
  }
}
