// SPDX-License-Identifier: Apache-2.0
/**
 * The progress of jobs: a bar on a terminal, lines elsewhere.
 *
 * <p>Entry points: {@link JobProgress} of a command, over its jobs; {@link Terminal} knows whether
 * stdout is one.
 */
package dev.recordio.jobs.run.progress;
