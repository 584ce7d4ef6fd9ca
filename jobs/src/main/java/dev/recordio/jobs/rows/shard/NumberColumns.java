// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.formats.parquet.ParquetOutput;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.layout.ShardShape;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/**
 * The columns of the numbers that a row has once: {@code label}, float or double; {@code weight},
 * float, and {@code qid}, int64, where the shard has them.
 */
final class NumberColumns {
  private final boolean doubleLabel;
  private final boolean hasWeight;
  private final boolean hasQid;
  private ColumnWriter label;
  private ColumnWriter weight;
  private ColumnWriter qid;

  NumberColumns(ShardShape shape, boolean doubleLabel) {
    this.doubleLabel = doubleLabel;
    hasWeight = shape.hasWeight();
    hasQid = shape.hasQid();
  }

  /** Whether there are weights. */
  boolean hasWeight() {
    return hasWeight;
  }

  /** Whether there are query ids. */
  boolean hasQid() {
    return hasQid;
  }

  /** Begins a schema with these columns. */
  Types.MessageTypeBuilder schema() {
    Types.MessageTypeBuilder schema = Types.buildMessage();
    schema
        .required(doubleLabel ? PrimitiveTypeName.DOUBLE : PrimitiveTypeName.FLOAT)
        .named("label");
    if (hasWeight) {
      schema.required(PrimitiveTypeName.FLOAT).named("weight");
    }
    if (hasQid) {
      schema.required(PrimitiveTypeName.INT64).named("qid");
    }
    return schema;
  }

  /** Takes the writers of a row group. */
  void begin(ParquetOutput file) {
    label = file.column("label");
    weight = hasWeight ? file.column("weight") : null;
    qid = hasQid ? file.column("qid") : null;
  }

  /** Writes the values of a row. */
  void write(CsrBlock block, int row) {
    if (doubleLabel) {
      label.write((double) block.labels()[row], 0, 0);
    } else {
      label.write(block.labels()[row], 0, 0);
    }
    if (hasWeight) {
      weight.write(block.weights()[row], 0, 0);
    }
    if (hasQid) {
      qid.write(block.qids()[row], 0, 0);
    }
  }
}
