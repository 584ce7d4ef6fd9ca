// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Rows that are parsed when they are asked for, by the thread that asks. */
final class OneThreadRows implements RowReading {
  private final RowReader reader;
  private final CsrBlock block = new CsrBlock();

  /** Creates the reading of ranges, one for each file. */
  OneThreadRows(Configuration conf, TextSettings settings, List<InputRange> ranges) {
    reader = RowInputs.open(conf, settings, ranges);
  }

  @Override
  public CsrBlock next() throws IOException {
    return reader.next(block) ? block : null;
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
  public void close() throws IOException {
    reader.close();
  }
}
