// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.ml;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.floor;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;

import dev.recordio.conf.InvalidSettingException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Trains a classifier on sparse rows. Labels are 0, 1 and so on. Unless it is set, the objective is
 * {@code binary:logistic} for two classes and {@code multi:softprob} for more; a pass over the
 * labels counts the classes.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class SparseXGBoostClassifier
    extends SparseXGBoostEstimator<SparseXGBoostClassifier, SparseXGBoostClassificationModel>
    implements ProbabilityParams<SparseXGBoostClassifier> {
  private static final long serialVersionUID = 1;

  private static final List<String> OBJECTIVES =
      List.of("binary:logistic", "binary:hinge", "multi:softprob");

  /** Creates an estimator. */
  public SparseXGBoostClassifier() {
    this(Identifiable$.MODULE$.randomUID("sparseXgbc"));
  }

  /** Creates an estimator with a name. */
  public SparseXGBoostClassifier(String uid) {
    super(uid);
  }

  /** Returns what reads an estimator that was saved. */
  public static MLReader<SparseXGBoostClassifier> read() {
    return new DefaultParamsReadable<SparseXGBoostClassifier>() {}.read();
  }

  /** Reads an estimator that was saved. */
  public static SparseXGBoostClassifier load(String path) {
    return read().load(path);
  }

  @Override
  Map<String, String> objective(Dataset<?> dataset) {
    if (isSet(objective())) {
      String name = value(objective());
      if (!OBJECTIVES.contains(name)) {
        throw new InvalidSettingException(
            "a classifier's objective must be one of " + OBJECTIVES + ", not " + name);
      }
      if (!name.startsWith("multi:")) {
        return Map.of();
      }
    }
    Column label = col(value(labelCol())).cast("double");
    Row found = dataset.agg(min(label), max(label), max(label.notEqual(floor(label)))).head();
    if (found.isNullAt(0)) {
      throw new InvalidSettingException("there is no row with a label to train on");
    }
    double largest = found.getDouble(1);
    if (found.getDouble(0) < 0 || !(largest < Integer.MAX_VALUE) || found.getBoolean(2)) {
      throw new InvalidSettingException(
          String.format(
              "labels of classes must be 0, 1 and so on, but they go from %s to %s%s",
              found.get(0), found.get(1), found.getBoolean(2) ? " and are not whole numbers" : ""));
    }
    return largest <= 1 && !isSet(objective())
        ? Map.of("objective", "binary:logistic")
        : Map.of(
            "objective",
            "multi:softprob",
            "num_class",
            Integer.toString(Math.max(2, (int) largest + 1)));
  }

  @Override
  SparseXGBoostClassificationModel model(String uid) {
    return new SparseXGBoostClassificationModel(uid);
  }
}
