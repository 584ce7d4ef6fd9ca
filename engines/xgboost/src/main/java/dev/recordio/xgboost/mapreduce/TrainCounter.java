// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.mapreduce;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The counters of a training, which the worker that writes the model sets. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum TrainCounter {
  /** Rows of all workers. */
  ROWS,
  /** Entries of all workers. */
  ENTRIES,
  /** XGBoost's columns. */
  COLUMNS,
  /** The most memory of one worker's process, in bytes; -1 where that is not known. */
  PEAK_BYTES
}
