// SPDX-License-Identifier: Apache-2.0
/**
 * The index job: {@code .idx} and {@code .ridx} for files of records, in parallel within a file.
 *
 * <p>Face: {@link IndexJob} and the command. Tasks read the headers of their split's records and
 * make blocks of entries, each with its range of the file. For each file the blocks are joined in
 * order, the records numbered, and the indexes written, or compared with the existing ones: by the
 * task itself, or, if any file is read by several tasks, by a reducer, after a sort.
 */
package dev.recordio.jobs.index;
