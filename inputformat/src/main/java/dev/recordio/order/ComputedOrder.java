// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

import java.util.function.LongUnaryOperator;

/**
 * An order whose records are computed from their positions.
 *
 * @param record returns the record at a position, which it checks
 */
record ComputedOrder(long count, LongUnaryOperator record) implements RecordOrder {
  @Override
  public long at(long position) {
    return record.applyAsLong(position);
  }
}
