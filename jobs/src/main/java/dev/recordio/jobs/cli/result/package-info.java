// SPDX-License-Identifier: Apache-2.0
/**
 * What a command prints: lines with tabs or JSON, the closing totals, the plan of a dry run, and
 * what was skipped.
 *
 * <p>Entry points: {@link Totals}, {@link ResultTable}, {@link WritePlan}, {@link SkippedRecords}.
 */
package dev.recordio.jobs.cli.result;
