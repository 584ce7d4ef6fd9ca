// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.ml;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.Param;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/**
 * The columns of a classifier's predictions besides the class.
 *
 * @param <S> what setters return
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public interface ProbabilityParams<S> extends FeatureParams<S> {
  /** The column of the sums of the leaves, a vector with a number for each class. */
  default Param<String> rawPredictionCol() {
    return new Param<>(this, "rawPredictionCol", "column of the sums of the leaves");
  }

  /** The column of the classes' probabilities, a vector. */
  default Param<String> probabilityCol() {
    return new Param<>(this, "probabilityCol", "column of the classes' probabilities");
  }

  /** Sets the column of the sums; by default {@code rawPrediction}, empty for none. */
  default S setRawPredictionCol(String column) {
    return with(rawPredictionCol(), column);
  }

  /** Sets the column of probabilities; by default {@code probability}, empty for none. */
  default S setProbabilityCol(String column) {
    return with(probabilityCol(), column);
  }

  @Override
  @InterfaceAudience.Private
  default List<StructField> outputs() {
    var fields = new ArrayList<StructField>();
    for (Param<String> vector : List.of(rawPredictionCol(), probabilityCol())) {
      String name = value(vector);
      if (!name.isEmpty()) {
        fields.add(DataTypes.createStructField(name, SQLDataTypes.VectorType(), false));
      }
    }
    fields.addAll(FeatureParams.super.outputs());
    return fields;
  }

  @Override
  @InterfaceAudience.Private
  default void setFeatureDefaults() {
    FeatureParams.super.setFeatureDefaults();
    setDefault(rawPredictionCol(), "rawPrediction");
    setDefault(probabilityCol(), "probability");
  }
}
