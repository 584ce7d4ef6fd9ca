// SPDX-License-Identifier: Apache-2.0
/**
 * What a run found, for people.
 *
 * <p>Entry points: {@link dev.recordio.bench.report.HtmlReport} is a page of charts and tables,
 * {@link dev.recordio.bench.report.CsvTable} holds every figure, {@link
 * dev.recordio.bench.report.SuiteTable} is what the shell and the documentation show.
 */
package dev.recordio.bench.report;
