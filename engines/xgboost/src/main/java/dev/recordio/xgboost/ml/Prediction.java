// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.ml;

import java.io.Serializable;
import java.util.List;

/** Makes what a row gets of what XGBoost predicts for it. */
interface Prediction extends Serializable {
  /** Wants one number, as the objective has it. */
  Prediction NUMBER = (predicted, row) -> List.of((double) predicted.get(0)[row][0]);

  /**
   * Returns the values for {@link FeatureParams#outputs}.
   *
   * @param predicted what the objective has of each row of a batch; if wanted, then the sums of the
   *     leaves of each
   */
  List<Object> values(List<float[][]> predicted, int row);

  /** Whether {@link #values} needs the sums of the leaves. */
  default boolean needsSums() {
    return false;
  }
}
