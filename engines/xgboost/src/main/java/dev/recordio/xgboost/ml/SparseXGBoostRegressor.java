// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.ml;

import java.util.Map;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;

/** Trains a regression on sparse rows; the objective is {@code reg:squarederror} by default. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class SparseXGBoostRegressor
    extends SparseXGBoostEstimator<SparseXGBoostRegressor, SparseXGBoostRegressionModel> {
  private static final long serialVersionUID = 1;

  /** Creates an estimator. */
  public SparseXGBoostRegressor() {
    this(Identifiable$.MODULE$.randomUID("sparseXgbr"));
  }

  /** Creates an estimator with a name. */
  public SparseXGBoostRegressor(String uid) {
    super(uid);
  }

  /** Returns what reads an estimator that was saved. */
  public static MLReader<SparseXGBoostRegressor> read() {
    return new DefaultParamsReadable<SparseXGBoostRegressor>() {}.read();
  }

  /** Reads an estimator that was saved. */
  public static SparseXGBoostRegressor load(String path) {
    return read().load(path);
  }

  @Override
  Map<String, String> objective(Dataset<?> dataset) {
    return Map.of("objective", "reg:squarederror");
  }

  @Override
  SparseXGBoostRegressionModel model(String uid) {
    return new SparseXGBoostRegressionModel(uid);
  }
}
