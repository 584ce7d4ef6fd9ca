// SPDX-License-Identifier: Apache-2.0
/**
 * What a command prints: rows and closing totals, as text or as JSON, the plan of a dry run, and
 * what was skipped.
 *
 * <p>Entry points: {@link ResultTable}, {@link Totals}, {@link Json}, {@link WritePlan}, {@link
 * SkippedRecords}.
 */
package dev.recordio.jobs.cli.result;
