// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.Meter;
import dev.recordio.bench.Storage;
import dev.recordio.bench.data.RowSums;
import dev.recordio.fs.InputRange;
import dev.recordio.fs.RowInputs;
import dev.recordio.fs.RowReader;
import dev.recordio.sparse.CsrBlock;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.LineRecordReader;

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

  /**
   * Lines as Spark's {@code textFile} reads them, each a String from the record reader of Hadoop's
   * TextInputFormat, taken apart as its MLUtils does it. Values are rounded twice, first to
   * doubles.
   */
  public static RowSums stringSplit(Configuration conf, Path file) throws IOException {
    long length = file.getFileSystem(conf).getFileStatus(file).getLen();
    var sums = new long[RowSums.COUNT];
    var lines = new LineRecordReader(conf, new FileSplit(file, 0, length, (String[]) null));
    try (Closeable closing = lines::close) {
      LongWritable offset = lines.createKey();
      Text line = lines.createValue();
      while (lines.next(offset, line)) {
        MlUtilsLine row = MlUtilsLine.of(line.toString());
        if (row != null) {
          row.addTo(sums);
        }
      }
    }
    return RowSums.of(sums);
  }
}
