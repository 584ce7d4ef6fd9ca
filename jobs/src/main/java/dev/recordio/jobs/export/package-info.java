// SPDX-License-Identifier: Apache-2.0
/**
 * Records in the formats of other loaders.
 *
 * <p>Entry points: {@link ExportJob} and the command. The census ({@code records.census}) counts
 * the records, and notes what each holds; the client cuts shards and decides what all shards share;
 * then one map task writes one shard, in the format of a target ({@link Target}). The files about
 * all shards are written when the job commits.
 */
package dev.recordio.jobs.export;
