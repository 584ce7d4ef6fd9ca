// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.Meter;
import dev.recordio.bench.Storage;
import dev.recordio.bench.data.RowSums;
import dev.recordio.fs.InputRange;
import dev.recordio.fs.RowInputs;
import dev.recordio.fs.RowReader;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.LineReader;

/** The ways to parse a whole LibSVM file in this JVM. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class RowReads {
  private RowReads() {}

  /** Parses a file and prints its sums, and what the whole process took; see {@link Program}. */
  public static void main(String[] args) throws IOException {
    RowSums sums = rowReader(Storage.RAW.local(), new Path(args[0]));
    System.out.println(
        sums.line() + " 0 " + Meter.processCpuNanos() + " " + ProcessWatch.ownPeak());
  }

  /** The library's reader. */
  public static RowSums rowReader(Configuration conf, Path file) throws IOException {
    long length = file.getFileSystem(conf).getFileStatus(file).getLen();
    var block = new CsrBlock();
    RowSums sums = RowSums.NONE;
    try (RowReader reader = RowInputs.open(conf, List.of(new InputRange(file, 0, length)))) {
      while (reader.next(block)) {
        sums = sums.plus(block);
      }
    }
    return sums;
  }

  /** Lines of Hadoop's reader, cut by {@code String.split}, as Spark's MLUtils cuts them. */
  public static RowSums stringSplit(Configuration conf, Path file) throws IOException {
    FileSystem fs = file.getFileSystem(conf);
    var line = new Text();
    var block = new CsrBlock();
    RowSums sums = RowSums.NONE;
    try (LineReader lines = new LineReader(fs.open(file), conf)) {
      while (lines.readLine(line) > 0) {
        block.clear();
        splitLine(line.toString(), block);
        sums = sums.plus(block);
      }
    }
    return sums;
  }

  /** Parses a line into a row of a block. */
  public static void splitLine(String line, CsrBlock block) {
    String[] items = line.trim().split(" ");
    String[] head = items[0].split(":");
    block.addRow(Float.parseFloat(head[0]));
    if (head.length > 1) {
      block.setWeight(Float.parseFloat(head[1]));
    }
    for (int i = 1; i < items.length; i++) {
      String[] pair = items[i].split(":");
      if (pair[0].equals("qid")) {
        block.setQid(Long.parseLong(pair[1]));
      } else {
        block.add(Integer.parseInt(pair[0]), Float.parseFloat(pair[1]));
      }
    }
  }
}
