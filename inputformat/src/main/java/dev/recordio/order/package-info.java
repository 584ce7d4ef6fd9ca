// SPDX-License-Identifier: Apache-2.0
/**
 * Orders of records that a seed decides: a permutation computed number by number, and the order of
 * an epoch.
 *
 * <p>Face: {@link SeededPermutation} and {@link EpochOrder}. Pure arithmetic; nothing is stored per
 * record.
 */
package dev.recordio.order;
