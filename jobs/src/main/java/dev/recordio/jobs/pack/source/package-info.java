// SPDX-License-Identifier: Apache-2.0
/**
 * What is packed: files of folders, lists, archives and SequenceFiles, found by scans and read by
 * name and offset.
 *
 * <p>Entry points: {@link InputScan} passes each {@link Source} of the input to the planner, {@link
 * SourceReader} reads one in a task, {@link PayloadBuilder} puts its header before it.
 */
package dev.recordio.jobs.pack.source;
