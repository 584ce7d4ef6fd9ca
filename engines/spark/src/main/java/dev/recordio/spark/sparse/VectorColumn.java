// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.sparse;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.RowSort;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeArrayWriter;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;

/**
 * Writes the entries of rows as sparse vectors: the struct that Spark ML's type of vectors is
 * stored as, {@code type, size, indices, values}. Indices ascend; values are the floats, as
 * doubles.
 */
public final class VectorColumn {
  private static final int FIELDS = 4;
  private static final byte SPARSE = 0;

  private final UnsafeRowWriter row;
  private final UnsafeRowWriter vector;
  private final int column;
  private final Path file;
  private final int size;
  private final RowSort sort = new RowSort();

  /**
   * Makes the writer of a column.
   *
   * @param row where it is written
   * @param file for errors
   * @param size of each vector; the parser checks that indices are below it
   */
  VectorColumn(UnsafeRowWriter row, int column, Path file, int size) {
    this.row = row;
    vector = new UnsafeRowWriter(row, FIELDS);
    this.column = column;
    this.file = file;
    this.size = size;
  }

  /** Prepares the rows of a block. */
  void begin(CsrBlock block) {
    sort.sort(block);
  }

  /**
   * Writes a row's vector.
   *
   * @throws MalformedRecordException when an index is there twice
   */
  void write(CsrBlock block, int at) throws MalformedRecordException {
    int from = block.offset(at);
    int to = block.offset(at + 1);
    int begin = row.cursor();
    vector.resetRowWriter();
    vector.write(0, SPARSE);
    vector.write(1, size);
    int indices = vector.cursor();
    UnsafeArrayWriter array = array(to - from, Integer.BYTES);
    for (int i = from; i < to; i++) {
      long index = block.index(i);
      if (i > from && index == block.index(i - 1)) {
        throw twice(block.positions()[at], index);
      }
      array.write(i - from, (int) index);
    }
    vector.setOffsetAndSizeFromPreviousCursor(2, indices);
    int values = vector.cursor();
    array = array(to - from, Double.BYTES);
    float[] all = block.values();
    for (int i = from; i < to; i++) {
      array.write(i - from, (double) all[i]);
    }
    vector.setOffsetAndSizeFromPreviousCursor(FIELDS - 1, values);
    row.setOffsetAndSizeFromPreviousCursor(column, begin);
  }

  private UnsafeArrayWriter array(int length, int elementBytes) {
    var array = new UnsafeArrayWriter(vector, elementBytes);
    array.initialize(length);
    return array;
  }

  private MalformedRecordException twice(long position, long index) {
    return new MalformedRecordException(
        "row that is no vector",
        file.toString(),
        position,
        -1,
        "each index once",
        "index " + Long.toUnsignedString(index) + " (counted from 0) twice");
  }
}
