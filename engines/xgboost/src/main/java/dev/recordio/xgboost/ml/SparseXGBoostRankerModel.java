// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.ml;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.spark.ml.util.MLReader;

/** The model that {@link SparseXGBoostRanker} trains. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class SparseXGBoostRankerModel extends SparseXGBoostModel<SparseXGBoostRankerModel> {
  private static final long serialVersionUID = 1;

  /** Creates a model that is not trained. */
  @InterfaceAudience.Private
  public SparseXGBoostRankerModel(String uid) {
    super(uid);
  }

  /** Returns what reads a model that was saved. */
  public static MLReader<SparseXGBoostRankerModel> read() {
    return reader();
  }

  /** Reads a model that was saved. */
  public static SparseXGBoostRankerModel load(String path) {
    return read().load(path);
  }
}
