// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

import java.util.function.LongUnaryOperator;

/**
 * All records, each once.
 *
 * @param permutation checks its argument
 */
record PermutedOrder(long count, LongUnaryOperator permutation) implements RecordOrder {
  @Override
  public long at(long position) {
    return permutation.applyAsLong(position);
  }
}
