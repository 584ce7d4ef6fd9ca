// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.peer.Scans;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The output of a job. */
final class Shards {
  private Shards() {}

  /** Returns the {@code .rec} files of a folder, in the order of their names. */
  static List<Path> of(Configuration conf, Path folder) throws IOException {
    FileSystem fs = folder.getFileSystem(conf);
    return Arrays.stream(fs.globStatus(new Path(folder, "*.rec")))
        .map(FileStatus::getPath)
        .sorted()
        .toList();
  }

  /** Returns the bytes of all files of a folder, as a tally that is cheap to compute. */
  static Tally lengths(Configuration conf, Path folder) throws IOException {
    long bytes = 0;
    long files = 0;
    for (FileStatus file : folder.getFileSystem(conf).listStatus(folder)) {
      if (file.getPath().getName().startsWith("part-")) {
        bytes += file.getLen();
        files++;
      }
    }
    return new Tally(files, bytes, 0);
  }

  /** Returns the tally of all records in any order: the sum over the records. */
  static Tally records(Configuration conf, List<Path> files) throws IOException {
    long records = 0;
    long bytes = 0;
    long sum = 0;
    for (Path file : files) {
      Tally one = Scans.unordered(conf, file);
      records += one.records();
      bytes += one.bytes();
      sum += one.checksum();
    }
    return new Tally(records, bytes, sum);
  }

  /**
   * Compares two tallies.
   *
   * @throws IllegalStateException when they differ
   */
  static void same(Tally expected, Tally found) {
    if (!expected.equals(found)) {
      throw new IllegalStateException("expected " + expected + ", found " + found);
    }
  }
}
