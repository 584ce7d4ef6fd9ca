// SPDX-License-Identifier: Apache-2.0
/**
 * What a report counts of records and rows: bounded in size, and merged in any order of ranges
 * without a change of the result.
 *
 * <p>Entry points: {@link RecordTally} and {@link RowTally}, which visit what a job reads.
 */
package dev.recordio.jobs.report.tally;
