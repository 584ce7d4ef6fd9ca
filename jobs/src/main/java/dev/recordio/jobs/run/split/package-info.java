// SPDX-License-Identifier: Apache-2.0
/**
 * What a client hands to the tasks of a job in files: lists, and splits that were planned before.
 *
 * <p>Entry points: {@link ScratchFile} writes a list and puts its path into the configuration;
 * {@link SplitGroup} joins the splits of small files for one task.
 */
package dev.recordio.jobs.run.split;
