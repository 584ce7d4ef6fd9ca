// SPDX-License-Identifier: Apache-2.0
/**
 * Records in another order or in other files: shuffle, reshard, split, sample, select.
 *
 * <p>Entry points: the commands. Every record has a number: its place in the input, files in their
 * order. A first job, the census, counts the records of each split, and notes where they are if
 * that is needed; only the census handles damage. After it the number of every record is known, and
 * where a record goes is computed from its number and the seed, so neither splits nor tasks nor
 * retries change a byte.
 *
 * <p>Shuffle sorts by the permuted number in a MapReduce job. The others keep the input's order:
 * the client writes a plan of the records of each shard, and one map task copies one shard. Records
 * are copied as they are, headers and padding included.
 */
package dev.recordio.jobs.records;
