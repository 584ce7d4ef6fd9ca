// SPDX-License-Identifier: Apache-2.0
/**
 * The index job: {@code .idx} and {@code .ridx} for files of records, in parallel within a file.
 *
 * <p>Face: {@link IndexJob} and the command. Tasks read the headers of their split's records and
 * emit blocks of entries, each with its range of the file; for each file one reducer sorts the
 * blocks, numbers the records, and writes the indexes, or compares them with the existing ones.
 */
package dev.recordio.jobs.index;
