// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.ml;

import java.io.Serializable;
import java.util.List;

/** Makes what a row gets of what XGBoost predicts for it. */
interface Prediction extends Serializable {
  /** Wants one number, as the objective has it. */
  Prediction NUMBER = predicted -> List.of((double) predicted.get(0)[0]);

  /**
   * Returns the values for {@link FeatureParams#outputs}.
   *
   * @param predicted what the objective has of the row; if wanted, then the sums of its leaves
   */
  List<Object> values(List<float[]> predicted);

  /** Whether {@link #values} needs the sums of the leaves. */
  default boolean needsSums() {
    return false;
  }
}
