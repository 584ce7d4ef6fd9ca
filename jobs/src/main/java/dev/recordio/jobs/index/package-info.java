// SPDX-License-Identifier: Apache-2.0
/**
 * The index job: {@code .idx} and {@code .ridx} for files of records, in parallel within a file.
 *
 * <p>Face: {@link IndexJob} and the command. Tasks read the headers of their split's records and
 * hand on blocks of entries, which know the stretch of the file that they are of; for each file one
 * reducer puts the blocks in order, numbers the records, and writes the indexes, or compares them
 * with what is there.
 */
package dev.recordio.jobs.index;
