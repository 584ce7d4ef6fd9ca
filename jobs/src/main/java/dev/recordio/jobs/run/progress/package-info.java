// SPDX-License-Identifier: Apache-2.0
/**
 * The progress of jobs: a bar on a terminal, lines elsewhere.
 *
 * <p>Entry points: {@link JobProgress} of one job; {@link ProgressSpan} of a command with several.
 */
package dev.recordio.jobs.run.progress;
