// SPDX-License-Identifier: Apache-2.0
/**
 * Orders of records that a seed determines: a permutation computed number by number, and the order
 * of an epoch.
 *
 * <p>Face: {@link SeededPermutation} and {@link EpochOrder}. Only arithmetic, nothing is kept.
 */
package dev.recordio.order;
