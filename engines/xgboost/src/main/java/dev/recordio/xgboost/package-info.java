// SPDX-License-Identifier: Apache-2.0
/**
 * Sparse rows as XGBoost's matrices, without a dense row, and models with their columns.
 *
 * <p>Entry points: {@link DMatrixBuilder}, {@link ModelFormat} and {@link TrainedModel}.
 */
package dev.recordio.xgboost;
