// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowNotes;
import dev.recordio.fs.row.RowReader;
import dev.recordio.fs.row.RowsBefore;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.reader.source.RowSource.RowReading;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Rows that are parsed when they are asked for, by the thread that asks. */
final class OneThreadRows implements RowReading {
  private final RowReader reader;
  private final String format;
  private final boolean text;
  private CsrBlock block = new CsrBlock();
  private long skip; // rows still to be passed over
  private MalformedRecordException pending; // of the line after the rows handed out last

  /** Creates the reading of ranges, one for each file. */
  OneThreadRows(Configuration conf, TextSettings settings, List<InputRange> ranges) {
    this(RowInputs.open(conf, settings, ranges), settings, 0);
  }

  private OneThreadRows(RowReader reader, TextSettings settings, long skip) {
    this.reader = reader;
    this.skip = skip;
    format = settings.format();
    text = !settings.isRecords();
  }

  /**
   * Creates the reading of a range that follows others.
   *
   * @param skip how many of its rows are passed over
   */
  static OneThreadRows goingOn(
      Configuration conf, TextSettings settings, InputRange range, RowsBefore before, long skip) {
    return new OneThreadRows(RowInputs.open(conf, settings, range, before), settings, skip);
  }

  @Override
  public CsrBlock next() throws IOException {
    if (pending != null) {
      MalformedRecordException error = pending;
      pending = null;
      throw error;
    }
    while (nextBlock()) {
      if (block.rows() > skip) {
        dropSkipped();
        return block;
      }
      skip -= block.rows();
      if (pending != null) {
        return next();
      }
    }
    return null;
  }

  /** Reads a block; before the error of a line come the rows of those before it. */
  private boolean nextBlock() throws IOException {
    try {
      return reader.next(block);
    } catch (MalformedRecordException e) {
      if (!text || block.rows() == 0) {
        throw e;
      }
      pending = e;
      return true;
    }
  }

  private void dropSkipped() {
    if (skip > 0) {
      var rest = new CsrBlock();
      rest.addRows(block, (int) skip, block.rows());
      block = rest;
      skip = 0;
    }
  }

  @Override
  public int file() {
    return reader.range();
  }

  @Override
  public Path path() {
    return reader.path();
  }

  @Override
  public RowNotes notes() {
    var notes = new RowNotes(format);
    notes.add(reader);
    return notes;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
