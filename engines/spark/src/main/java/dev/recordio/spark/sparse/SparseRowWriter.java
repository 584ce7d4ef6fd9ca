// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.sparse;

import dev.recordio.io.SparseRow;
import dev.recordio.spark.scan.Columns;
import dev.recordio.spark.scan.RowWriter;
import dev.recordio.task.RowFileWriter;
import dev.recordio.task.TaskCounters;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Writes rows as LibSVM text, compressed if so configured. */
public final class SparseRowWriter extends RowWriter {
  private final TaskAttemptContext context;
  private final RowFileWriter file;
  private final SparseRow sparse = new SparseRow();
  private final int label;
  private final boolean wideLabel;
  private final int weight;
  private final int qid;
  private final int indices;
  private final int values;

  public SparseRowWriter(String path, StructType schema, TaskAttemptContext context)
      throws IOException {
    super(path);
    this.context = context;
    label = Columns.at(schema, "label");
    wideLabel = schema.fields()[label].dataType().equals(DataTypes.DoubleType);
    weight = Columns.at(schema, "weight");
    qid = Columns.at(schema, "qid");
    indices = Columns.at(schema, "indices");
    values = Columns.at(schema, "values");
    Configuration conf = context.getConfiguration();
    file = RowFileWriter.create(conf, new Path(path), RowFileWriter.codec(conf));
  }

  @Override
  public void put(InternalRow row) throws IOException {
    present(row, label, "label");
    sparse.clear(0);
    sparse.setLabel(wideLabel ? row.getDouble(label) : row.getFloat(label));
    if (weight >= 0 && !row.isNullAt(weight)) {
      sparse.setWeight(row.getFloat(weight));
    }
    if (qid >= 0 && !row.isNullAt(qid)) {
      sparse.setQid(row.getLong(qid));
    }
    ArrayData columns = row.getArray(present(row, indices, "indices"));
    ArrayData numbers = row.getArray(present(row, values, "values"));
    if (columns.numElements() != numbers.numElements()) {
      throw wrong(
          "has " + columns.numElements() + " indices and " + numbers.numElements() + " values");
    }
    for (int i = 0; i < columns.numElements(); i++) {
      if (columns.isNullAt(i) || numbers.isNullAt(i)) {
        throw wrong("has an index or a value that is NULL");
      }
      sparse.add(columns.getLong(i), numbers.getFloat(i));
    }
    file.write(sparse);
  }

  @Override
  public void closeFile() throws IOException {
    file.close(TaskCounters.of(context));
  }
}
