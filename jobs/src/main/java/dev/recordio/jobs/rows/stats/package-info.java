// SPDX-License-Identifier: Apache-2.0
/**
 * Statistics of sparse rows: one pass over the input, segment by segment. The result is what a
 * conversion must know in advance, and can be kept beside the input for later runs.
 *
 * <p>Entry points: {@link StatsJob}, {@link dev.recordio.jobs.rows.RowStats} and the command.
 */
package dev.recordio.jobs.rows.stats;
