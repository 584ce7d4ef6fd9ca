// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Which records the splits have: by the census job, or by the indexes of files it left out. */
final class Census {
  private final FileSystem fs;
  private final Path folder;
  private final List<NumberedSplit> splits;
  private final IndexedFiles indexed;
  private long records;
  private long bytes;

  /** Takes a record that was written down: in which split, where, what was noted. */
  @FunctionalInterface
  interface Visitor {
    /** Takes the record {@code number} of those that were written down. */
    void visit(long number, NumberedSplit split, long offset, int length, long value)
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
      CensusFile.Total total = indexed.has(split) ? indexed.total(split) : total(split);
      split.number(records, total.records());
      records += total.records();
      bytes += total.bytes();
    }
  }

  private CensusFile.Total total(NumberedSplit split) throws IOException {
    FileStatus file = fs.getFileStatus(file(split));
    return CensusFile.total(fs, file);
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

  /** Passes the records that were written down, in the order of the input. */
  void forEach(Visitor visitor) throws IOException {
    for (NumberedSplit split : splits) {
      var counted =
          new CensusFile.Visitor() {
            private long number = split.first();

            @Override
            public void visit(long offset, int length, long value) throws IOException {
              visitor.visit(number++, split, offset, length, value);
            }
          };
      if (indexed.has(split)) {
        indexed.forEach(split, counted);
      } else {
        CensusFile.forEach(fs, file(split), split.records(), counted);
      }
    }
  }
}
