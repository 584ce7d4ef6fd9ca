// SPDX-License-Identifier: Apache-2.0
/**
 * Orders of records that a seed decides: a permutation computed number by number, and the order of
 * an epoch.
 *
 * <p>Face: {@link SeededPermutation} and {@link EpochOrder}. Arithmetic alone, nothing is kept.
 */
package dev.recordio.order;
