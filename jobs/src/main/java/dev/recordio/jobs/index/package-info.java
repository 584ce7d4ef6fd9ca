// SPDX-License-Identifier: Apache-2.0
/**
 * The index job: {@code .idx} and {@code .ridx} for files of records, in parallel within a file.
 *
 * <p>Face: {@link IndexJob} and the command. Tasks read the headers of their split's records and
 * <<<<<<< HEAD emit blocks of entries, each with its range of the file; for each file one reducer
 * sorts the blocks, numbers the records, and writes the indexes, or compares them with the existing
 * ones. ======= emit blocks of entries, which have the range of the file that they cover. For each
 * file one reducer sorts the blocks, numbers the records, and writes the indexes, or compares them
 * with the existing ones. >>>>>>> w/eng2
 */
package dev.recordio.jobs.index;
