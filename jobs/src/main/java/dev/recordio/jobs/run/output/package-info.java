// SPDX-License-Identifier: Apache-2.0
/**
 * Where a job writes: the claim of an output, the checks of a new one, and folders that live as
 * long as the job.
 *
 * <p>Entry points: {@link OutputClaim} gives an output to one command at a time; {@link NewOutput}
 * checks and prepares it, and removes what a failed job has left; {@link JobScratch} is the job's
 * own folder; {@link Interruption} is asked for by Ctrl-C.
 */
package dev.recordio.jobs.run.output;
