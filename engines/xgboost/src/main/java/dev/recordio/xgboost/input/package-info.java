// SPDX-License-Identifier: Apache-2.0
/**
 * What the workers of a training read: which rows are whose, and their blocks.
 *
 * <p>Entry points: {@link WorkerInput} and {@link InputPlan}.
 */
package dev.recordio.xgboost.input;
