// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.fs.index.IndexedRange;
import dev.recordio.spark.scan.Columns;
import dev.recordio.spark.scan.FileRows;
import java.io.IOException;
import org.apache.spark.sql.types.StructType;

/** The records of a range as rows of at most their offsets, by a binary index. */
final class IndexRows extends FileRows {
  private final IndexedRange entries;
  private final int offset;

  IndexRows(IndexedRange entries, StructType wanted) {
    super(wanted.size());
    this.entries = entries;
    offset = Columns.at(wanted, "offset");
  }

  @Override
  public boolean step() throws IOException {
    if (!entries.next()) {
      return false;
    }
    if (offset >= 0) {
      row.write(offset, entries.offset());
    }
    return true;
  }

  @Override
  public void closeFiles() throws IOException {
    entries.close();
  }
}
