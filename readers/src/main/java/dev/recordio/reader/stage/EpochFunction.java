// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import java.io.IOException;

/**
 * Makes another item of an item and its epoch. Several threads may call it at the same time.
 *
 * @param <U> the items
 * @param <T> the results
 */
@FunctionalInterface
public interface EpochFunction<U, T> {
  /**
   * Returns the result, which must not refer to the item: that is a view, whose memory is used
   * again.
   */
  T apply(U item, long epoch) throws IOException;
}
