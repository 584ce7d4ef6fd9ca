// SPDX-License-Identifier: Apache-2.0
/**
 * Verifying files of records: four witnesses of the same records are compared, the chain of
 * headers, the aligned magic words, the {@code .idx} and the {@code .ridx}.
 *
 * <p>Entry points: {@link VerifyJob} and the command. A task reads ranges of files and makes a
 * {@link RangeReport} of each: where chain and magic words disagree, and where the index has other
 * records. From the reports of a file's ranges {@link FileVerdict} decides what is damage of the
 * file, and what an index that is not the file's.
 */
package dev.recordio.jobs.verify;
