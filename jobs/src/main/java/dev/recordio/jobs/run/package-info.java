// SPDX-License-Identifier: Apache-2.0
/**
 * Running a job to its end: progress, totals, interruption, and the error that a failing task
 * leaves for the client. {@code error}, {@code local} and {@code split} have what that rests on.
 *
 * <p>Face: {@link JobRunner} runs a job, a small one in this process ({@link SmallJob}); {@link
 * Totals} prints what it did, {@link SkippedRecords} what it skipped; {@link OutputClaim} gives an
 * output to one command at a time, {@link NewOutput} checks and prepares it, {@link JobScratch} is
 * a folder that lives as long as the job.
 */
package dev.recordio.jobs.run;
