// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost;

import java.util.Locale;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** How XGBoost writes a model. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum ModelFormat {
  /** Universal binary JSON. */
  UBJ,
  /** JSON. */
  JSON;

  /** Returns XGBoost's name, which is the suffix of the file. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
