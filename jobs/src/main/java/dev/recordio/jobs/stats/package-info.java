// SPDX-License-Identifier: Apache-2.0
/**
 * Statistics of sparse rows: one pass over the input, segment by segment, whose result has what a
 * conversion must know in advance, and can be kept next to the input for later runs.
 *
 * <p>Face: {@link StatsJob}, {@link InputStats} and the command.
 */
package dev.recordio.jobs.stats;
