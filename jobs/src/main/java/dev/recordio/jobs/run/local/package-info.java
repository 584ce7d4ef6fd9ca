// SPDX-License-Identifier: Apache-2.0
/**
 * Jobs of the local runner: settings, the progress of their tasks, and local files without a
 * process started for each.
 *
 * <p>Entry points: {@link LocalSettings} says whether a job is local and sets it up; {@link
 * OwnLocalFileSystem} is the file system of {@code file:}; {@link RunConf} has the keys.
 */
package dev.recordio.jobs.run.local;
