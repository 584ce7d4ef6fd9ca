// SPDX-License-Identifier: Apache-2.0
/**
 * The tools: one main class, one sub-command a job.
 *
 * <p>{@link dev.recordio.jobs.RecordIO} lists the commands; {@code cli} reads a command line,
 * {@code run} runs a job and turns a failure into one line and an exit code.
 */
package dev.recordio.jobs;
