// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** More columns than XGBoost4J takes. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class TooManyColumnsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  TooManyColumnsException(long columns) {
    super(
        Long.toUnsignedString(columns)
            + " columns, but XGBoost4J takes at most "
            + ColumnMap.MAX_COLUMNS
            + ": train on the columns that occur (columns: compact)");
  }
}
