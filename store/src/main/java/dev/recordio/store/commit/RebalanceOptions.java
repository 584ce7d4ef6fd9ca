// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

/**
 * What a rebalance rewrites.
 *
 * @param below chunks with less than this part live, from 0 to 1
 * @param sort everything, if it is not in the order of ids
 * @param renumber everything, without deleted records, if there are some: ids close up
 */
public record RebalanceOptions(double below, boolean sort, boolean renumber) {
  /** Small chunks, and chunks with less than half live. */
  public static final RebalanceOptions DEFAULT = new RebalanceOptions(0.5, false, false);
}
