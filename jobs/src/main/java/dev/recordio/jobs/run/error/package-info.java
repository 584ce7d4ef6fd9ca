// SPDX-License-Identifier: Apache-2.0
/**
 * Why a command ends: exit codes, errors with a message for the user, and that message from any
 * exception.
 *
 * <p>Face: {@link ExitCode}; {@link UsageException}, {@link BadInputException} and {@link
 * JobFailedException}, each with its exit code; {@link Failure} describes any exception in one
 * line.
 */
package dev.recordio.jobs.run.error;
