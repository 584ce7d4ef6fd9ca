// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.scan;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.OutputWriter;

/** Writes Spark rows to one file, at the path from Spark's committer. */
public abstract class RowWriter extends OutputWriter {
  private final String path;
  private long rows;

  public RowWriter(String path) {
    this.path = path;
  }

  /** Writes a row. */
  public abstract void put(InternalRow row) throws IOException;

  /** Closes the file. */
  public abstract void closeFile() throws IOException;

  /** Returns the error of a row that can't be written. */
  public final IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException(
        "row " + rows + " of " + new Path(path).getName() + " " + what);
  }

  /** Returns {@code column}, which must not be null in the row. */
  public final int present(InternalRow row, int column, String name) {
    if (row.isNullAt(column)) {
      throw wrong("has no " + name + ": expected a value, found NULL");
    }
    return column;
  }

  @Override
  public final void write(InternalRow row) {
    rows++;
    try {
      put(row);
    } catch (IOException e) {
      throw FileRows.raw(e);
    }
  }

  @Override
  public final void close() {
    try {
      closeFile();
    } catch (IOException e) {
      throw FileRows.raw(e);
    }
  }

  @Override
  public final String path() {
    return path;
  }
}
