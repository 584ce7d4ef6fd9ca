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
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Writes rows as LibSVM text, compressed if so configured. A number that the text's type does not
 * hold exactly (double for labels, float for weights and values, whole numbers for query ids and
 * indices) is an error. Of a dense vector zeros are left out; of a sparse one all entries stay.
 */
public final class SparseRowWriter extends RowWriter {
  private static final int VECTOR_FIELDS = 4; // type, size, indices, values
  private static final byte DENSE = 1;

  private final TaskAttemptContext context;
  private final RowFileWriter file;
  private final SparseRow sparse = new SparseRow();
  private final StructType schema;
  private final boolean nearest;
  private final int label;
  private final int weight;
  private final int qid;
  private final int features;
  private final int indices;
  private final int values;

  /**
   * Creates a file.
   *
   * @param nearest whether the nearest float is written of a weight or value that is none
   */
  public SparseRowWriter(
      String path, StructType schema, TaskAttemptContext context, boolean nearest)
      throws IOException {
    super(path);
    this.context = context;
    this.schema = schema;
    this.nearest = nearest;
    label = Columns.at(schema, "label");
    weight = Columns.at(schema, "weight");
    qid = Columns.at(schema, "qid");
    features = Columns.at(schema, "features");
    indices = Columns.at(schema, "indices");
    values = Columns.at(schema, "values");
    Configuration conf = context.getConfiguration();
    file = RowFileWriter.create(conf, new Path(path), RowFileWriter.codec(conf));
  }

  @Override
  public void put(InternalRow row) throws IOException {
    present(row, label, "label");
    sparse.clear(0);
    sparse.setLabel(number(row, label, type(label), "label"));
    if (weight >= 0 && !row.isNullAt(weight)) {
      sparse.setWeight(asFloat(number(row, weight, type(weight), "weight"), "weight"));
    }
    if (qid >= 0 && !row.isNullAt(qid)) {
      sparse.setQid(whole(row, qid, type(qid), "qid"));
    }
    if (features >= 0) {
      putVector(row.getStruct(present(row, features, "features"), VECTOR_FIELDS));
    } else {
      ArrayData columns = row.getArray(present(row, indices, "indices"));
      ArrayData numbers = row.getArray(present(row, values, "values"));
      DataType indexType = ((ArrayType) type(indices)).elementType();
      put(columns, indexType, numbers, ((ArrayType) type(values)).elementType());
    }
    file.write(sparse);
  }

  private DataType type(int column) {
    return schema.fields()[column].dataType();
  }

  private void put(ArrayData columns, DataType indexType, ArrayData numbers, DataType type) {
    if (columns.numElements() != numbers.numElements()) {
      throw wrong(
          "has " + columns.numElements() + " indices and " + numbers.numElements() + " values");
    }
    for (int i = 0; i < columns.numElements(); i++) {
      if (columns.isNullAt(i) || numbers.isNullAt(i)) {
        throw wrong("has an index or a value that is NULL");
      }
      long index = whole(columns, i, indexType, "indices");
      sparse.add(index, asFloat(number(numbers, i, type, "values"), "values"));
    }
  }

  private void putVector(InternalRow vector) {
    ArrayData numbers = vector.getArray(VECTOR_FIELDS - 1);
    boolean dense = vector.getByte(0) == DENSE;
    ArrayData columns = dense ? null : vector.getArray(2);
    for (int i = 0; i < numbers.numElements(); i++) {
      double number = numbers.getDouble(i);
      if (!dense || number != 0) {
        sparse.add(dense ? i : columns.getInt(i), asFloat(number, "features"));
      }
    }
  }

  private double number(SpecializedGetters from, int at, DataType type, String column) {
    if (type.equals(DataTypes.FloatType)) {
      return from.getFloat(at);
    } else if (type.equals(DataTypes.DoubleType)) {
      return from.getDouble(at);
    } else if (type.equals(DataTypes.IntegerType)) {
      return from.getInt(at);
    }
    long whole = from.getLong(at);
    if ((long) (double) whole != whole || whole == Long.MAX_VALUE) {
      throw wrong("has " + whole + " in column " + column + ": expected a number that a double is");
    }
    return whole;
  }

  /** Returns a whole number; as a BIGINT an unsigned one. */
  private long whole(SpecializedGetters from, int at, DataType type, String column) {
    if (type.equals(DataTypes.LongType)) {
      return from.getLong(at);
    }
    double number = number(from, at, type, column);
    if (number < 0 || number >= 1L << 53 || number != Math.rint(number)) {
      throw wrong("has " + number + " in column " + column + ": expected a whole number from 0 on");
    }
    return (long) number;
  }

  private float asFloat(double number, String column) {
    float rounded = (float) number;
    boolean isLost = Float.isInfinite(rounded) && !Double.isInfinite(number);
    if (isLost || !nearest && rounded != number && !Double.isNaN(number)) {
      throw wrong(
          "has "
              + number
              + " in column "
              + column
              + ": expected a number that a float is, as the text holds; option values=nearest"
              + " takes the nearest one");
    }
    return rounded;
  }

  @Override
  public void closeFile() throws IOException {
    file.close(TaskCounters.of(context));
  }
}
