// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The result of the census job: which records the splits have. */
final class Census {
  private final FileSystem fs;
  private final Path folder;
  private final List<NumberedSplit> splits;
  private long records;
  private long bytes;

  /** Takes a record that was written down: in which split, where, what was noted. */
  @FunctionalInterface
  interface Visitor {
    /** Takes the record {@code number} of those that were written down. */
    void visit(long number, NumberedSplit split, long offset, int length, long value)
        throws IOException;
  }

  /** Reads the totals, and numbers the splits by them. */
  Census(Configuration conf, Path folder, List<NumberedSplit> splits) throws IOException {
    fs = folder.getFileSystem(conf);
    this.folder = folder;
    this.splits = splits;
    for (NumberedSplit split : splits) {
      FileStatus file = fs.getFileStatus(file(split));
      CensusFile.Total total = CensusFile.total(fs, file);
      split.number(records, total.records());
      records += total.records();
      bytes += total.bytes();
    }
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
      CensusFile.forEach(fs, file(split), split.records(), counted);
    }
  }
}
