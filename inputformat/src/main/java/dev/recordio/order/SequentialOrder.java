// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

import java.util.Objects;
import java.util.OptionalLong;

/** Every step-th record from a start on. */
final class SequentialOrder implements RecordOrder {
  private final long start;
  private final long step;
  private final long count;

  SequentialOrder(long records, long start, long step, OptionalLong count) {
    Parameter.atLeast("number of records", records, 0);
    Parameter.range("start", start, records);
    Parameter.atLeast("step", step, 1);
    long fit = start == records ? 0 : (records - start - 1) / step + 1;
    this.start = start;
    this.step = step;
    this.count = count.orElse(fit);
    Parameter.range("count", this.count, fit);
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public long at(long position) {
    return start + Objects.checkIndex(position, count) * step;
  }
}
