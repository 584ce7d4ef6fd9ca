// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.sparse;

import dev.recordio.spark.scan.Columns;
import dev.recordio.spark.scan.FileRows;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.task.TaskRows;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeArrayWriter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The sparse rows of a range as Spark rows. */
public final class SparseRows extends FileRows {
  private final TaskRows rows;
  private final CsrBlock block;
  private final int label;
  private final boolean wideLabel;
  private final int weight;
  private final int qid;
  private final int indices;
  private final int values;
  private final int fields;
  private final VectorColumn features; // null when it is not wanted
  private int at; // the block's next row

  /**
   * Makes rows from those that {@code rows} reads into {@code block}.
   *
   * @param file for errors
   * @param size of vectors
   */
  public SparseRows(TaskRows rows, CsrBlock block, StructType wanted, Path file, int size) {
    super(wanted.size());
    this.rows = rows;
    this.block = block;
    label = Columns.at(wanted, "label");
    wideLabel = label >= 0 && wanted.fields()[label].dataType().equals(DataTypes.DoubleType);
    if (wideLabel) {
      block.keepExactLabels();
    }
    weight = Columns.at(wanted, "weight");
    qid = Columns.at(wanted, "qid");
    indices = Columns.at(wanted, "indices");
    values = Columns.at(wanted, "values");
    fields = Columns.at(wanted, "fields");
    int vector = Columns.at(wanted, "features");
    features = vector < 0 ? null : new VectorColumn(row, vector, file, size);
  }

  @Override
  public boolean step() throws IOException {
    if (at == block.rows()) {
      at = 0;
      if (!rows.nextBlock()) {
        return false;
      }
      if (features != null) {
        features.begin(block);
      }
    }
    if (label >= 0) {
      label();
    }
    if (weight >= 0) {
      if (block.hasWeight()) {
        row.write(weight, block.weights()[at]);
      } else {
        row.setNullAt(weight);
      }
    }
    if (qid >= 0) {
      if (block.hasQid()) {
        row.write(qid, block.qids()[at]);
      } else {
        row.setNullAt(qid);
      }
    }
    if (features != null) {
      features.write(block, at);
    }
    entries(block.offset(at), block.offset(at + 1));
    at++;
    return true;
  }

  private void label() {
    if (wideLabel) {
      row.write(label, block.exactLabel(at));
    } else {
      row.write(label, block.labels()[at]);
    }
  }

  private void entries(int from, int to) {
    if (indices >= 0) {
      int begin = row.cursor();
      UnsafeArrayWriter array = array(to - from, Long.BYTES);
      for (int i = from; i < to; i++) {
        array.write(i - from, block.index(i));
      }
      endArray(indices, begin);
    }
    if (values >= 0) {
      int begin = row.cursor();
      UnsafeArrayWriter array = array(to - from, Float.BYTES);
      float[] all = block.values();
      for (int i = from; i < to; i++) {
        array.write(i - from, all[i]);
      }
      endArray(values, begin);
    }
    if (fields >= 0) {
      int begin = row.cursor();
      UnsafeArrayWriter array = array(to - from, Long.BYTES);
      for (int i = from; i < to; i++) {
        array.write(i - from, block.hasField() ? Integer.toUnsignedLong(block.fields()[i]) : 0);
      }
      endArray(fields, begin);
    }
  }

  @Override
  public void closeFiles() throws IOException {
    rows.close();
  }
}
