// SPDX-License-Identifier: Apache-2.0
/**
 * Running a job to its end: local settings, progress, totals, and the reason of a failure.
 *
 * <p>Face: {@link JobRunner} runs a job; the {@link BadInputException}, {@link UsageException} or
 * {@link JobFailedException} of a failure becomes one line and an {@link ExitCode}; {@link Totals}
 * prints what a job did.
 */
package dev.recordio.jobs.run;
