// SPDX-License-Identifier: Apache-2.0
/**
 * A page about records, rows or a record store: one HTML file that needs nothing else. Records are
 * counted as they are verified, rows as {@code stats} counts them: one job, one pass.
 *
 * <p>Entry points: {@link ReportCommand}; {@link Report} is a kind of page, {@link Page} the data
 * of one and its markup.
 */
package dev.recordio.jobs.report;
