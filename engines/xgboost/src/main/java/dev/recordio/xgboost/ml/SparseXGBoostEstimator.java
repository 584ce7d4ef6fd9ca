// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.ml;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.xgboost.spark.SparkTraining;
import dev.recordio.xgboost.train.TrainSettings;
import dev.recordio.xgboost.train.Trained;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;

/**
 * Trains XGBoost on sparse rows, without a dense row. Rows have a label and a column of Spark ML's
 * vectors, or the columns {@code indices} and {@code values} of {@code libsvm-exact}; also a
 * weight, and a flag for validation, if these columns are set. Numbers are rounded to floats, as
 * XGBoost has them.
 *
 * <p>An entry that a row does not have is a missing value; a zero that it has is a value ({@link
 * #setMissing}, {@link #setAbsent}).
 *
 * <p>The training is a barrier stage with a task for each worker, so that the cluster must have
 * room for all of them at the same time.
 *
 * @param <E> the estimator
 * @param <M> its model
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public abstract class SparseXGBoostEstimator<
        E extends SparseXGBoostEstimator<E, M>, M extends SparseXGBoostModel<M>>
    extends Estimator<M> implements TrainParams<E>, DefaultParamsWritable {
  private static final long serialVersionUID = 1;

  private final String uid;

  SparseXGBoostEstimator(String uid) {
    this.uid = uid;
    setTrainDefaults();
  }

  @Override
  public String uid() {
    return uid;
  }

  /** Returns XGBoost's parameters that make the objective, unless one is set. */
  abstract Map<String, String> objective(Dataset<?> dataset);

  /** Returns the column of groups; null without groups. */
  String groups() {
    return null;
  }

  /** Makes a model that is not trained yet. */
  abstract M model(String modelUid);

  /**
   * Trains. Where a worker fails, Spark's {@code SparkException}, which Scala need not declare, has
   * the reason in its message.
   *
   * @throws InvalidSettingException when a parameter is invalid, or a column is missing
   */
  @Override
  public M fit(Dataset<?> dataset) {
    transformSchema(dataset.schema());
    var rows = new TrainRows(dataset, this, groups());
    TrainSettings settings = settings(objective(dataset));
    try {
      Trained trained =
          SparkTraining.train(rows.divided(settings.workers()).toJavaRDD(), rows, settings);
      M model = copyValues(model(uid), ParamMap.empty());
      return model
          .of(trained.model(), trained.report())
          .with(model.numFeatures(), rows.size())
          .setParent(this);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public E copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return withOutputs(schema);
  }
}
