// SPDX-License-Identifier: Apache-2.0
/**
 * Trainings in a barrier stage of Spark.
 *
 * <p>Entry points: {@link SparkTraining}; {@link TrainOnSpark} is its command line.
 */
package dev.recordio.xgboost.spark;
