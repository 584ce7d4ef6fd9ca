// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.scan;

import java.io.Closeable;
import java.io.IOException;
import java.util.NoSuchElementException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeArrayWriter;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import scala.collection.AbstractIterator;

/** The rows of a range of a file, in Spark's own layout; one row object is reused. */
public abstract class FileRows extends AbstractIterator<InternalRow> implements Closeable {
  /** Where the current row is written. */
  public final UnsafeRowWriter row;

  private boolean ahead; // a row has been written that next() has not returned
  private boolean done;

  /** Makes rows with this many columns. */
  public FileRows(int columns) {
    row = new UnsafeRowWriter(columns);
  }

  /** Advances to the next record and writes it to {@link #row}; false when there is none. */
  public abstract boolean step() throws IOException;

  /** Closes the files. */
  public abstract void closeFiles() throws IOException;

  @Override
  public final boolean hasNext() {
    if (!ahead && !done) {
      row.reset();
      row.zeroOutNullBytes();
      try {
        ahead = step();
      } catch (IOException e) {
        throw raw(e);
      }
      if (!ahead) {
        close();
      }
    }
    return ahead;
  }

  @Override
  public final InternalRow next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    ahead = false;
    return row.getRow();
  }

  @Override
  public final void close() {
    if (!done) {
      done = true;
      try {
        closeFiles();
      } catch (IOException e) {
        throw raw(e);
      }
    }
  }

  /** Begins an array of {@code size} elements of this many bytes; {@link #endArray} ends it. */
  public final UnsafeArrayWriter array(int size, int elementBytes) {
    var array = new UnsafeArrayWriter(row, elementBytes);
    array.initialize(size);
    return array;
  }

  /** Sets a column to the array that was written from {@code begin} on. */
  public final void endArray(int column, int begin) {
    row.setOffsetAndSizeFromPreviousCursor(column, begin);
  }

  /**
   * Rethrows unchanged: Spark's own settings distinguish a missing file from a damaged one by the
   * type.
   */
  @SuppressWarnings("unchecked")
  public static <E extends Throwable> RuntimeException raw(Throwable e) throws E {
    throw (E) e;
  }
}
