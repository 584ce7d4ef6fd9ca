// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

import java.util.Objects;
import java.util.OptionalLong;

/** Windows of consecutive records, one a step after the other, on a circle of all records. */
final class CircularOrder implements RecordOrder {
  private final long records;
  private final long start; // these two are taken modulo the number of records
  private final long step;
  private final long window;
  private final long count;
  private final long maxProduct; // up to this window, its number times the step is less than 2^62

  CircularOrder(long records, long start, long window, long step, OptionalLong count) {
    Parameter.records(records);
    Parameter.atLeast("start", start, 0);
    Parameter.atLeast("window", window, 1);
    Parameter.atLeast("step", step, 1);
    this.records = records;
    this.window = window;
    this.count = Parameter.positions(records, count, around(records, window, step));
    this.start = records == 0 ? 0 : start % records;
    this.step = records == 0 ? 0 : step % records;
    maxProduct = (MAX_RECORDS - 1) / Math.max(1, this.step);
  }

  /** Returns the positions of the windows that begin once around the circle; limited. */
  private static long around(long records, long window, long step) {
    long windows = records / step + (records % step == 0 ? 0 : 1);
    return windows > Long.MAX_VALUE / window ? Long.MAX_VALUE : windows * window;
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public long at(long position) {
    long number = Objects.checkIndex(position, count) / window;
    long within = position - number * window;
    long moved = number <= maxProduct ? number * step % records : product(number % records);
    return sum(sum(start, moved), within < records ? within : within % records);
  }

  /** Returns {@code a + b} on the circle; both are less than n. */
  private long sum(long a, long b) {
    long sum = a + b;
    return sum < records ? sum : sum - records;
  }

  /** Returns {@code number * step} on the circle, bit by bit. */
  private long product(long number) {
    long product = 0;
    for (long bit = Long.highestOneBit(number); bit != 0; bit >>>= 1) {
      product = sum(product, product);
      if ((number & bit) != 0) {
        product = sum(product, step);
      }
    }
    return product;
  }
}
