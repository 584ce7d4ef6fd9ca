// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.order.RecordOrder;
import java.io.IOException;
import java.util.OptionalLong;

/** The orders in which the items of an input are read, one for each epoch. */
public interface Ordering {
  /** The items in their own order. */
  Ordering SEQUENTIAL =
      new Ordering() {
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

  /**
   * Returns the order of an epoch.
   *
   * @param n the number of items; Long.MAX_VALUE where it is not known, if this is sequential
   */
  RecordOrder of(long n, long epoch) throws IOException;

  /** Whether ordinals only grow with positions, and n need not be known. */
  boolean isSequential();

  /** Returns the stage that sets it, such as {@code order(epoch,seed=7)}. */
  @Override
  String toString();
}
