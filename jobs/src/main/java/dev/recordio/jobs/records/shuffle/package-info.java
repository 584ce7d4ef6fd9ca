// SPDX-License-Identifier: Apache-2.0
/**
 * Shuffles records, or rows of text, by a seed: a MapReduce job over blocks of records.
 *
 * <p>The order is known in advance, so records need no sorting. The positions of the output are cut
 * into {@link Buckets}; map tasks gather the records of a bucket in blocks ({@link BlockWriter}),
 * which Hadoop sorts by bucket; a reduce task puts the records of a bucket into their places
 * ({@link BucketRecords}).
 *
 * <p>Entry points: {@link ShuffleJob}.
 */
package dev.recordio.jobs.records.shuffle;
