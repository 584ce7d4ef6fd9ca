// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.ml;

import java.util.Map;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;

/** Trains a ranking of the rows in groups; the objective is {@code rank:ndcg} by default. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class SparseXGBoostRanker
    extends SparseXGBoostEstimator<SparseXGBoostRanker, SparseXGBoostRankerModel> {
  private static final long serialVersionUID = 1;

  /** Creates an estimator. */
  public SparseXGBoostRanker() {
    this(Identifiable$.MODULE$.randomUID("sparseXgbranker"));
  }

  /** Creates an estimator with a name. */
  public SparseXGBoostRanker(String uid) {
    super(uid);
    setDefault(groupCol(), "qid");
  }

  /** Returns what reads an estimator that was saved. */
  public static MLReader<SparseXGBoostRanker> read() {
    return new DefaultParamsReadable<SparseXGBoostRanker>() {}.read();
  }

  /** Reads an estimator that was saved. */
  public static SparseXGBoostRanker load(String path) {
    return read().load(path);
  }

  /** The column of groups, whole numbers; all rows with the same number are a group. */
  public Param<String> groupCol() {
    return new Param<>(this, "groupCol", "column of groups, whole numbers");
  }

  /** Sets the column of groups; by default {@code qid}. */
  public SparseXGBoostRanker setGroupCol(String column) {
    return with(groupCol(), column);
  }

  @Override
  String groups() {
    return value(groupCol());
  }

  @Override
  Map<String, String> objective(Dataset<?> dataset) {
    return Map.of("objective", "rank:ndcg");
  }

  @Override
  SparseXGBoostRankerModel model(String uid) {
    return new SparseXGBoostRankerModel(uid);
  }
}
