// SPDX-License-Identifier: Apache-2.0
/**
 * A training on several workers, whatever the engine that runs them.
 *
 * <p>Entry points: {@link TrainSettings} and {@link Worker}.
 */
package dev.recordio.xgboost.train;
