// SPDX-License-Identifier: Apache-2.0
/**
 * Running a job to its end: local settings, progress, totals, and the reason of a failure.
 *
 * <p><<<<<<< HEAD
 *
 * <p>Face: {@link JobRunner} runs a job; the {@link BadInputException}, {@link UsageException} or
 * {@link JobFailedException} of a failure becomes one line and an {@link ExitCode}; {@link Totals}
 * prints what a job did. =======
 *
 * <p>Face: {@link JobRunner} runs a job and throws exceptions that a command turns into one line
 * and an {@link ExitCode}; {@link ReportingTask} is the base of tasks that report their error to
 * the client. >>>>>>> w/eng2
 */
package dev.recordio.jobs.run;
