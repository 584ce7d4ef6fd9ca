// SPDX-License-Identifier: Apache-2.0
/**
 * Shuffles records by a seed: a MapReduce job that sorts by the permuted number.
 *
 * <p>Face: {@link ShuffleJob}.
 */
package dev.recordio.jobs.arrange.shuffle;
