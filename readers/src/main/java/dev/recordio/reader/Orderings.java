// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.order.RecordOrder;
import java.util.OptionalLong;

/** Orders that need no setting. */
final class Orderings {
  private Orderings() {}

  static Ordering sequential() {
    return new Ordering() {
      @Override
      public RecordOrder of(long n, long epoch) {
        return RecordOrder.sequential(n, 0, 1, OptionalLong.empty());
      }

      @Override
      public boolean isSequential() {
        return true;
      }

      @Override
      public String toString() {
        return "order(sequential)";
      }
    };
  }
}
