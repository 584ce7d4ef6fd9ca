// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.ml;

import dev.recordio.conf.InvalidSettingException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.spark.ml.param.FloatParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Where the features of a row are and how they are read, in training and in prediction.
 *
 * @param <S> what setters return
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public interface FeatureParams<S> extends Params {
  /** Entries that a row does not have are missing values. */
  String MISSING = "missing";

  /** Entries that a row does not have are zeros. */
  String ZERO = "zero";

  /** The column of Spark ML's vectors. Without it, rows have indices and values. */
  default Param<String> featuresCol() {
    return new Param<>(this, "featuresCol", "column of vectors; without it, rows have indices");
  }

  /** The column of the entries' indices, {@code ARRAY<BIGINT>}, from 0, unsigned. */
  default Param<String> indicesCol() {
    return new Param<>(this, "indicesCol", "column of the entries' indices, from 0");
  }

  /** The column of the entries' values, {@code ARRAY<FLOAT>} or {@code ARRAY<DOUBLE>}. */
  default Param<String> valuesCol() {
    return new Param<>(this, "valuesCol", "column of the entries' values");
  }

  /** The column of predictions. */
  default Param<String> predictionCol() {
    return new Param<>(this, "predictionCol", "column of predictions");
  }

  /** The value of entries that means missing; NaN always does. */
  default FloatParam missing() {
    return new FloatParam(this, "missing", "value of entries that means missing, as NaN does");
  }

  /** What an entry means that a row does not have: {@link #MISSING} or {@link #ZERO}. */
  default Param<String> absent() {
    return new Param<>(
        this, "absent", "what an entry means that a row does not have: missing (default) or zero");
  }

  /** Sets the column of vectors; by default {@code features}. */
  default S setFeaturesCol(String column) {
    return with(featuresCol(), column);
  }

  /** Sets the column of indices; by default {@code indices}, as {@code libsvm-exact} has it. */
  default S setIndicesCol(String column) {
    return with(indicesCol(), column);
  }

  /** Sets the column of values; by default {@code values}, as {@code libsvm-exact} has it. */
  default S setValuesCol(String column) {
    return with(valuesCol(), column);
  }

  /** Sets the column of predictions; by default {@code prediction}. */
  default S setPredictionCol(String column) {
    return with(predictionCol(), column);
  }

  /**
   * Sets a value that means missing; by default only NaN does. With 0 all zeros are missing values,
   * as in XGBoost4J-Spark with {@code setMissing(0)}.
   */
  default S setMissing(float value) {
    return with(missing(), value);
  }

  /**
   * Sets what an entry means that a row does not have; by default {@link #MISSING}. {@link #ZERO}
   * is how XGBoost4J-Spark reads vectors by default: each row then has as many entries as the
   * vector is long, and needs that much memory.
   */
  default S setAbsent(String meaning) {
    return with(absent(), meaning);
  }

  /** Returns the columns of predictions. */
  @InterfaceAudience.Private
  default List<StructField> outputs() {
    return List.of(
        DataTypes.createStructField(value(predictionCol()), DataTypes.DoubleType, false));
  }

  /**
   * Returns a schema with the columns of predictions.
   *
   * @throws InvalidSettingException when it has no features, or such a column already
   */
  @InterfaceAudience.Private
  default StructType withOutputs(StructType schema) {
    new FeatureReader(this, schema);
    StructType all = schema;
    for (StructField output : outputs()) {
      if (List.of(all.fieldNames()).contains(output.name())) {
        throw new InvalidSettingException(
            "there is a column "
                + output.name()
                + " already: drop it, or give predictions another name");
      }
      all = all.add(output);
    }
    return all;
  }

  /** Sets a parameter. */
  @SuppressWarnings("unchecked")
  @InterfaceAudience.Private
  default <T> S with(Param<T> param, T value) {
    set(param, value);
    return (S) this;
  }

  /** Returns the value of a parameter, as its type. */
  @SuppressWarnings("unchecked")
  @InterfaceAudience.Private
  default <T> T value(Param<?> param) {
    return (T) getOrDefault(param);
  }

  /** Sets the defaults. */
  @InterfaceAudience.Private
  default void setFeatureDefaults() {
    setDefault(featuresCol(), "features");
    setDefault(indicesCol(), "indices");
    setDefault(valuesCol(), "values");
    setDefault(predictionCol(), "prediction");
    setDefault(missing(), Float.NaN);
    setDefault(absent(), MISSING);
  }
}
