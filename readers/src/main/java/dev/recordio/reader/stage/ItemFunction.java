// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Makes another item of an item. Several threads may call it at the same time.
 *
 * @param <U> the items
 * @param <T> the results
 */
@FunctionalInterface
@InterfaceAudience.Public
@InterfaceStability.Evolving
public interface ItemFunction<U, T> {
  /**
   * Returns the result, which must not refer to the item: that is a view, whose memory is used
   * again.
   */
  T apply(U item) throws IOException;
}
