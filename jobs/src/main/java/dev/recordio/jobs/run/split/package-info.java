// SPDX-License-Identifier: Apache-2.0
/**
 * What a client hands to the tasks of a job in files: lists, and splits that were planned before.
 *
 * <p>Entry points: {@link ScratchFile} writes a list and puts its path into the configuration;
 * {@link SplitFile} does so with splits, {@link SplitGroup} joins small ones for one task, and
 * {@link GroupReader} reads them one after the other.
 */
package dev.recordio.jobs.run.split;
