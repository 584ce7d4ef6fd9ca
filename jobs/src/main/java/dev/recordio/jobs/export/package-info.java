// SPDX-License-Identifier: Apache-2.0
/**
 * Records in the formats of other loaders.
 *
 * <p>Entry points: {@link ExportJob} and the command. The census of {@code arrange} counts the
 * records, and notes of each what it holds; the client cuts shards and decides what all of them
 * share; then one map task writes one shard, in the format of a target ({@link Target}). The files
 * about all shards are written when the job commits.
 */
package dev.recordio.jobs.export;
