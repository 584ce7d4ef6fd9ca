// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.ml;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.sparse.CsrBlock;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Reads the features of rows. */
final class FeatureReader implements Serializable {
  private static final long serialVersionUID = 1;

  private final String featuresCol;
  private final String indicesCol;
  private final String valuesCol;
  private final float missing;
  private final boolean absentIsZero;
  private final boolean isVector;
  private int size;

  /**
   * Creates a reader.
   *
   * @throws InvalidSettingException when the schema has no features, or of another type
   */
  FeatureReader(FeatureParams<?> params, StructType schema) {
    featuresCol = params.value(params.featuresCol());
    indicesCol = params.value(params.indicesCol());
    valuesCol = params.value(params.valuesCol());
    missing = params.<Float>value(params.missing());
    String absent = params.value(params.absent());
    if (!absent.equals(FeatureParams.MISSING) && !absent.equals(FeatureParams.ZERO)) {
      throw new InvalidSettingException("absent must be missing or zero, not " + absent);
    }
    absentIsZero = absent.equals(FeatureParams.ZERO);
    List<String> names = List.of(schema.fieldNames());
    isVector = names.contains(featuresCol);
    if (isVector) {
      check(featuresCol, schema, "a vector of Spark ML", SQLDataTypes.VectorType());
      return;
    }
    if (!names.contains(indicesCol) || !names.contains(valuesCol)) {
      throw new InvalidSettingException(
          String.format(
              "no column %s, and not both %s and %s; the columns are %s",
              featuresCol, indicesCol, valuesCol, names));
    }
    check(indicesCol, schema, "ARRAY<BIGINT>", new ArrayType(DataTypes.LongType, true));
    check(
        valuesCol,
        schema,
        "ARRAY<FLOAT> or ARRAY<DOUBLE>",
        new ArrayType(DataTypes.FloatType, true),
        new ArrayType(DataTypes.DoubleType, true));
    if (absentIsZero) {
      throw new InvalidSettingException("absent=zero needs vectors: indices do not say how many");
    }
  }

  private static void check(String column, StructType schema, String expected, DataType... types) {
    DataType found = schema.fields()[schema.fieldIndex(column)].dataType();
    for (DataType type : types) {
      if (type.sameType(found)) {
        return;
      }
    }
    throw new InvalidSettingException(
        "column " + column + " must be " + expected + ", not " + found.sql());
  }

  /** Returns the columns that rows must have. */
  List<String> columns() {
    return isVector ? List.of(featuresCol) : List.of(indicesCol, valuesCol);
  }

  boolean isVector() {
    return isVector;
  }

  /** Returns how long vectors are; 0 if that is not known, or there are none. */
  int size() {
    return size;
  }

  /** Sets how long vectors must be; 0 for any length. */
  FeatureReader ofSize(int ofVectors) {
    size = ofVectors;
    return this;
  }

  /**
   * Adds the entries of a row to the block's last row.
   *
   * @param places of {@link #columns} in the row
   * @throws IllegalArgumentException when the row has no features, or others than expected
   */
  void add(Row row, int[] places, CsrBlock to) {
    if (isVector) {
      addVector(row.getAs(present(row, places[0], featuresCol)), to);
      return;
    }
    List<Long> indices = row.getList(present(row, places[0], indicesCol));
    List<Number> values = row.getList(present(row, places[1], valuesCol));
    if (indices.size() != values.size()) {
      throw new IllegalArgumentException(
          "a row has " + indices.size() + " indices and " + values.size() + " values");
    }
    var value = values.iterator();
    for (Long index : indices) {
      Number next = value.next();
      if (index == null || next == null) {
        throw new IllegalArgumentException("a row has an index or a value that is NULL");
      }
      add(index, next.floatValue(), to);
    }
  }

  /** Returns a place of a row, where it must not have NULL. */
  static int present(Row row, int at, String column) {
    if (row.isNullAt(at)) {
      throw new IllegalArgumentException("a row has NULL in column " + column);
    }
    return at;
  }

  private void addVector(Vector vector, CsrBlock to) {
    if (size > 0 && vector.size() != size) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a row has a vector of %,d columns in %s: the training begins with vectors of %,d",
              vector.size(),
              featuresCol,
              size));
    }
    if (vector instanceof SparseVector sparse && !absentIsZero) {
      int[] indices = sparse.indices();
      double[] values = sparse.values();
      for (int i = 0; i < indices.length; i++) {
        add(indices[i], (float) values[i], to);
      }
      return;
    }
    double[] values = vector.toArray();
    for (int i = 0; i < values.length; i++) {
      if (values[i] == 0 && missing != 0 && !absentIsZero) {
        throw new IllegalArgumentException(
            "a row has a dense vector with a zero at "
                + i
                + " in "
                + featuresCol
                + ", which would be a value, while a sparse vector leaves it out, which would be a"
                + " missing value: setMissing(0) makes both missing values, setAbsent(\"zero\")"
                + " makes both zeros");
      }
      add(i, (float) values[i], to);
    }
  }

  private void add(long index, float value, CsrBlock to) {
    if (value != missing && !Float.isNaN(value)) {
      to.add(index, value);
    }
  }
}
