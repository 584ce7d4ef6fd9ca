// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.IndexBase;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowNotes;
import dev.recordio.fs.row.RowReader;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.text.NumbersFormat;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/** Reads a side file line by line; blank lines don't count. */
final class SideNumbers implements Closeable {
  private final FileStatus file;
  private final RowReader rows;
  private final CsrBlock block = new CsrBlock();
  private int row = -1;
  private long lines;

  SideNumbers(Configuration conf, FileStatus file, NumbersFormat.Meaning meaning) {
    this.file = file;
    var settings =
        new TextSettings(
            NumbersFormat.NAME,
            IndexBase.ZERO,
            ParseMode.STRICT,
            0,
            Map.of(NumbersFormat.OF, meaning.name()));
    var whole = new InputRange(file.getPath(), 0, file.getLen());
    rows = RowInputs.open(conf, settings, List.of(whole));
  }

  /** Returns the number of lines of a file. */
  static long count(Configuration conf, FileStatus file) throws IOException {
    try (var numbers = new SideNumbers(conf, file, NumbersFormat.Meaning.ANY)) {
      return numbers.countRest();
    }
  }

  /** Advances to the next line; false at the end. */
  boolean next() throws IOException {
    row++;
    if (row >= block.rows()) {
      row = 0;
      if (!rows.next(block)) {
        return false;
      }
    }
    lines++;
    return true;
  }

  /** Reads all remaining lines; returns the total number of lines. */
  long countRest() throws IOException {
    while (next()) {
      continue;
    }
    return lines;
  }

  /** Returns the number of numbers in the line. */
  int size() {
    return 1 + block.offset(row + 1) - block.offset(row);
  }

  /** Returns a number of the line, from 0. */
  float get(int i) {
    return i == 0 ? block.labels()[row] : block.values()[block.offset(row) + i - 1];
  }

  /** Returns the number of lines so far. */
  long lines() {
    return lines;
  }

  FileStatus file() {
    return file;
  }

  /** Says what numbers were rounded, too. */
  @Override
  public void close() throws IOException {
    var notes = new RowNotes(NumbersFormat.NAME);
    notes.add(rows);
    notes.say();
    rows.close();
  }
}
