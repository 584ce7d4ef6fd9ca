// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.formats.parquet.ParquetOutput;
import dev.recordio.sparse.CsrBlock;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/**
 * Rows as two lists: {@code indices}, int32 or int64, from 0, and {@code values}, float. Lists have
 * the standard three levels; a row without entries has two empty lists.
 */
final class ListColumns implements RowColumns {
  private static final String[] INDICES = {"indices", "list", "element"};
  private static final String[] VALUES = {"values", "list", "element"};

  /** Definition levels of an element, and of a list without one. */
  private static final int ELEMENT = 2;

  private static final int EMPTY = 1;

  private final NumberColumns numbers;
  private final boolean wide;
  private ColumnWriter indices;
  private ColumnWriter values;

  /**
   * Makes the columns of a shard.
   *
   * @param wide whether indices are int64
   */
  ListColumns(NumberColumns numbers, boolean wide) {
    this.numbers = numbers;
    this.wide = wide;
  }

  @Override
  public MessageType schema() {
    return numbers
        .schema()
        .addField(
            Types.optionalList()
                .requiredElement(wide ? PrimitiveTypeName.INT64 : PrimitiveTypeName.INT32)
                .named("indices"))
        .addField(Types.optionalList().requiredElement(PrimitiveTypeName.FLOAT).named("values"))
        .named("rows");
  }

  @Override
  public void begin(ParquetOutput file) {
    numbers.begin(file);
    indices = file.column(INDICES);
    values = file.column(VALUES);
  }

  @Override
  public void write(CsrBlock block, int row) {
    numbers.write(block, row);
    int from = block.offset(row);
    int to = block.offset(row + 1);
    if (from == to) {
      indices.writeNull(0, EMPTY);
      values.writeNull(0, EMPTY);
      return;
    }
    int repetition = 0;
    float[] floats = block.values();
    for (int i = from; i < to; i++) {
      values.write(floats[i], repetition, ELEMENT);
      repetition = 1;
    }
    repetition = 0;
    for (int i = from; i < to; i++) {
      if (wide) {
        indices.write(block.index(i), repetition, ELEMENT);
      } else {
        indices.write((int) block.index(i), repetition, ELEMENT);
      }
      repetition = 1;
    }
  }
}
