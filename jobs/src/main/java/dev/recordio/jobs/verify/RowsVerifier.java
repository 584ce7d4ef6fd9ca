// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.InputOpener;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.util.Progressable;

/**
 * Parses the rows of a range of text. After a malformed line it goes on with the next one; in a
 * compressed file, and in rows that are records, the first error of a range ends it.
 */
final class RowsVerifier {
  /** After the first error reads are small: many more may follow. */
  private static final int SMALL_READS = 1 << 16;

  private final Configuration conf;
  private final InputRange range;
  private final boolean goesOn;
  private final RangeReport report = new RangeReport();
  private final CsrBlock block = new CsrBlock();
  private long rows; // of what was read last

  /**
   * Prepares to parse.
   *
   * @param goesOn whether reading can begin at any line
   */
  RowsVerifier(Configuration conf, FileStatus file, InputRange range, boolean goesOn) {
    this.conf = new Configuration(conf);
    this.range = range;
    this.goesOn = goesOn;
    report.file = range.path().toString();
    report.start = range.start();
    report.fileLength = file.getLen();
  }

  /** Parses everything, and returns what was found. */
  RangeReport verify(Progressable task) throws IOException {
    long from = range.start();
    while (from >= 0) {
      task.progress();
      from = errorFrom(from, task);
    }
    return report;
  }

  /** Returns where to go on after the first error from an offset on; -1 if there is none. */
  private long errorFrom(long from, Progressable task) throws IOException {
    try {
      read(to(from, range.end()), task);
      report.chained += rows;
      return -1;
    } catch (MalformedRecordException e) {
      boolean ofFile = e.what().equals(RowInputs.NOT_TEXT); // found by its range at 0
      if (ofFile && range.start() > 0) {
        return -1;
      }
      report.add(
          new Finding(Finding.Kind.ROW, e.offset(), e.offset(), 0, 0, false, e.withoutPlace()));
      if (!goesOn || ofFile) {
        report.chained += rows;
        return -1;
      }
      RecordIOConf.INPUT_BUFFER_SIZE.set(conf, SMALL_READS);
      long line = lineStart(e.offset());
      if (line - 1 > from) {
        read(to(from, line - 1), task);
        report.chained += rows;
      }
      long next = Math.max(1, e.offset());
      return next < range.end() ? next : -1;
    }
  }

  private InputRange to(long from, long end) {
    return new InputRange(range.path(), from, end - from);
  }

  /** Counts the rows of a range, up to the first error. */
  private void read(InputRange lines, Progressable task) throws IOException {
    rows = 0;
    try (RowReader reader = RowInputs.open(conf, List.of(lines))) {
      while (reader.next(block)) {
        rows += block.rows();
        task.progress();
      }
    }
  }

  /** Returns where the line begins that has a byte. */
  private long lineStart(long offset) throws IOException {
    try (ChunkReader file =
        InputOpener.pieces(conf, new InputRange(range.path(), 0, Long.MAX_VALUE))) {
      byte[] piece = new byte[4096];
      for (long end = offset; end > 0; ) {
        int count = (int) Math.min(piece.length, end);
        file.readFully(end - count, piece, count);
        for (int i = count - 1; i >= 0; i--) {
          if (piece[i] == '\n' || piece[i] == '\r') {
            return end - count + i + 1;
          }
        }
        end -= count;
      }
      return 0;
    }
  }
}
