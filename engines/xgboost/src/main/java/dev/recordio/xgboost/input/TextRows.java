// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.input;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.task.TaskCounters;
import dev.recordio.task.TaskRows;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Rows of text, or of RecordIO, in ranges of files. */
final class TextRows implements RowSource {
  private final CsrBlock block = new CsrBlock();
  private final TaskRows rows;

  TextRows(Configuration conf, List<InputRange> ranges, TaskCounters counters) {
    rows = new TaskRows(conf, TextSettings.of(conf), ranges, counters, block);
  }

  @Override
  public Rows next() throws IOException {
    if (!rows.nextBlock()) {
      return null;
    }
    var exact = new CsrBlock(block.rows(), block.entries());
    exact.addRows(block, 0, block.rows());
    return new Rows(exact, null);
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
