// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.train;

import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * The figures of a training.
 *
 * @param rows of all workers
 * @param entries of all workers
 * @param columns of XGBoost's
 * @param workers the number of workers
 * @param rounds of boosting
 * @param peakBytes the most memory that one worker's process had resident, native code's included;
 *     -1 where that is not known
 * @param validation the metric on the rows for validation after each round, rounds after the best
 *     one included; empty without such rows
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record TrainReport(
    long rows,
    long entries,
    int columns,
    int workers,
    int rounds,
    long peakBytes,
    List<Float> validation) {}
