// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.testing;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** LibSVM text as this project reads it. */
public final class Text {
  private Text() {}

  /** Returns all rows of a file. */
  public static CsrBlock rows(Path text) throws IOException {
    var range = new InputRange(new org.apache.hadoop.fs.Path(text.toUri()), 0, Files.size(text));
    var all = new CsrBlock();
    var block = new CsrBlock();
    try (RowReader reader = RowInputs.open(new Configuration(), List.of(range))) {
      while (reader.next(block)) {
        all.addRows(block, 0, block.rows());
      }
    }
    return all;
  }
}
