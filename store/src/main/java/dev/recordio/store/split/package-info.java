// SPDX-License-Identifier: Apache-2.0
/**
 * A snapshot of a record store cut into splits, and the records of one of them, for any engine.
 *
 * <p>Entry points: {@link StoreSplitPlanner} and {@link StoreSplitReader}.
 */
package dev.recordio.store.split;
