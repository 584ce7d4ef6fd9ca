// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Which records the splits have: by the census job, or by the indexes of files it left out. */
final class Census {
  private final FileSystem fs;
  private final Path folder;
  private final List<NumberedSplit> splits;
  private final List<CensusFile.Total> totals = new ArrayList<>(); // of the splits
  private final IndexedFiles indexed;
  private long records;
  private long bytes;

  /** Takes a record that was written down: in which split, where, what was noted, its key. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Takes the record {@code number} of those that were written down.
     *
     * @param key what an index says, or {@code number} where the file has none
     */
    void visit(long number, NumberedSplit split, long offset, int length, long value, long key)
        throws IOException;
  }

  /**
   * Reads the totals, and numbers the splits by them.
   *
   * @param folder what the job has written
   * @param indexed the files that the job left out
   */
  Census(Configuration conf, Path folder, List<NumberedSplit> splits, IndexedFiles indexed)
      throws IOException {
    fs = folder.getFileSystem(conf);
    this.folder = folder;
    this.splits = splits;
    this.indexed = indexed;
    for (NumberedSplit split : splits) {
      CensusFile.Total total =
          indexed.has(split) ? indexed.total(split) : CensusFile.totals(fs, file(split)).get(0);
      totals.add(total);
      split.number(records, total.records());
      records += total.records();
      bytes += total.bytes();
    }
    Map<Integer, String> unfit = misfits();
    for (NumberedSplit split : splits) {
      if (total(split).keys() != null && !unfit.containsKey(split.file())) {
        split.setKeyed();
      }
    }
  }

  /** Returns, for each file whose index does not fit, why. */
  Map<Integer, String> misfits() {
    var misfits = new TreeMap<Integer, String>();
    for (NumberedSplit split : splits) {
      if (!total(split).misfit().isEmpty()) {
        misfits.putIfAbsent(split.file(), total(split).misfit());
      }
    }
    return misfits;
  }

  private Path file(NumberedSplit split) {
    return new Path(folder, String.format("part-%05d%s", split.ordinal(), CensusFile.SUFFIX));
  }

  /** Returns the number of records that were counted. */
  long records() {
    return records;
  }

  /** Returns their bytes, headers and padding included. */
  long bytes() {
    return bytes;
  }

  /** Returns the splits, in the order of the input. */
  List<NumberedSplit> splits() {
    return splits;
  }

  /** Returns what there is of a split. */
  CensusFile.Total total(NumberedSplit split) {
    return totals.get(split.ordinal());
  }

  /** Passes the records that were written down, in the order of the input. */
  void forEach(Visitor visitor) throws IOException {
    for (NumberedSplit split : splits) {
      CensusFile.Total total = total(split);
      var counted =
          new CensusFile.Visitor() {
            private long number = split.first();

            @Override
            public void visit(long offset, int length, long value, long key) throws IOException {
              long ownKey = split.isKeyed() ? key : number;
              visitor.visit(number++, split, offset, length, value, ownKey);
            }
          };
      if (indexed.has(split)) {
        indexed.forEach(split, counted);
      } else {
        CensusFile.forEach(fs, file(split), total, counted);
      }
    }
  }
}
