// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

import java.util.Objects;
import java.util.OptionalLong;

/** One of all records for each position, with probabilities in proportion to weights. */
final class WeightedOrder implements RecordOrder {
  private final Weights weights;
  private final long count;
  private final Draws draws;

  WeightedOrder(long records, Weights weights, long seed, long epoch, OptionalLong count) {
    if (weights.size() != records) {
      throw Parameter.invalid(
          weights.size() + " weights", "one for each of the " + records + " records of the input");
    }
    this.weights = weights;
    this.count = Parameter.positions(records, count, records);
    draws = new Draws(seed, epoch);
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public long at(long position) {
    return weights.recordAt(draws.fraction(Objects.checkIndex(position, count)));
  }
}
