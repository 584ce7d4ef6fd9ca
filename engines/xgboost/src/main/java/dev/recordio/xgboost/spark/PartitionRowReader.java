// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.spark;

import dev.recordio.sparse.CsrBlock;
import java.io.Serializable;
import org.apache.hadoop.classification.InterfaceAudience;

/** Reads Spark's rows. */
@InterfaceAudience.Private
public interface PartitionRowReader<T> extends Serializable {
  /**
   * Adds a row to a block.
   *
   * @throws IllegalArgumentException when it is no row to train on
   */
  void add(T row, CsrBlock block);

  /** Whether rounds are measured on a row, and not trained. */
  default boolean forValidation(T row) {
    return false;
  }

  /** Returns how many columns rows have at least. */
  default long width() {
    return 0;
  }
}
