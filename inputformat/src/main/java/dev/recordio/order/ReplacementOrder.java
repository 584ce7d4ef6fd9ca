// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

import java.util.Objects;
import java.util.OptionalLong;

/** One of all records for each position, each as probable as any other. */
final class ReplacementOrder implements RecordOrder {
  private final long records;
  private final long count;
  private final Draws draws;

  ReplacementOrder(long records, long seed, long epoch, OptionalLong count) {
    Parameter.records(records);
    this.records = records;
    this.count = Parameter.positions(records, count, records);
    draws = new Draws(seed, epoch);
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public long at(long position) {
    return draws.below(records, Objects.checkIndex(position, count));
  }
}
