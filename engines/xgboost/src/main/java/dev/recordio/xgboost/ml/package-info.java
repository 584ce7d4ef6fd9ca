// SPDX-License-Identifier: Apache-2.0
/**
 * Estimators and models of Spark ML that train XGBoost on sparse rows.
 *
 * <p>Entry points: {@link SparseXGBoostClassifier}, {@link SparseXGBoostRegressor}, {@link
 * SparseXGBoostRanker}.
 */
package dev.recordio.xgboost.ml;
