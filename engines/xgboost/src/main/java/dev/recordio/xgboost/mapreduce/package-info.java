// SPDX-License-Identifier: Apache-2.0
/**
 * Trainings as MapReduce jobs.
 *
 * <p>Entry points: {@link TrainJob}; {@link TrainTool} is its command line.
 */
package dev.recordio.xgboost.mapreduce;
