// SPDX-License-Identifier: Apache-2.0
/**
 * Orders of records: a permutation that a seed decides, computed number by number, the order of an
 * epoch, and the other orders a reader may ask for.
 *
 * <p>Entry points: {@link RecordOrder} with {@link Weights}, {@link SeededPermutation}, {@link
 * EpochOrder}, and {@link Mixture} for several inputs. Pure arithmetic; nothing is stored per
 * record but weights.
 */
package dev.recordio.order;
