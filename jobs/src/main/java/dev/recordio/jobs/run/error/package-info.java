// SPDX-License-Identifier: Apache-2.0
/**
 * Why a command ends: exit codes, errors with a message for the user, and that message from any
 * exception.
 *
 * <p>Entry points: {@link ExitCode}; {@link UsageException}, {@link BadInputException} and {@link
 * JobFailedException}, each with its exit code; {@link Failure} describes any exception in one
 * line.
 *
 * <p>An error of a task comes back to the waiting command as a small file in the job's staging
 * folder, since neither the local runner nor a cluster without a history server keeps the message.
 * In the local runner, writers, Hadoop's committer, sort and shuffle report too ({@code
 * run.ReportingTask}). For a job in its own process, the command has the exception itself.
 *
 * <p>Where several tasks read parts of a file, or a file is read twice, its length and time must
 * still be as listed when the last task has read it: {@code run.split.ListedSplit}, {@code
 * rows.SegmentTable}, {@code records.copy.RecordSource}. docs/operations.md has what must come of
 * each fault.
 */
package dev.recordio.jobs.run.error;
