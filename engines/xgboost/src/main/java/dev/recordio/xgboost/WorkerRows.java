// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost;

import dev.recordio.sparse.ColumnMap;
import dev.recordio.sparse.CsrBlock;
import java.io.Closeable;
import java.io.IOException;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Collects the rows of a worker until the columns of all workers are known, then makes a matrix.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public interface WorkerRows extends Closeable {
  /**
   * Adds rows, whose arrays are then this object's.
   *
   * @param margins base margins, one a row; null when rows have none
   */
  void add(CsrBlock block, float[] margins) throws IOException;

  /**
   * Checks that XGBoost can take the weights of the rows: one weight a group, if there are groups.
   * No rows are added afterwards.
   *
   * @throws IllegalArgumentException when rows of a group have different weights
   */
  void checkGroups() throws IOException;

  /**
   * Makes the matrix; it must be disposed of before this is closed. Entries whose columns the map
   * does not have are left out: XGBoost takes them for missing.
   *
   * @param threads of XGBoost; 0 for as many as there are processors
   * @param training the matrix whose bins rows for validation take; null for rows to train on
   */
  DMatrix build(ColumnMap map, int threads, DMatrix training) throws IOException, XGBoostError;
}
