// SPDX-License-Identifier: Apache-2.0
/**
 * The common parts of jobs that write shards by a plan: the client writes a short entry for each
 * record into a file, shard by shard; one map task writes one shard. So the bytes of a shard depend
 * only on the plan, not on how many tasks run, where, or how often.
 *
 * <p>Entry points: {@link ShardEntries} and {@link ShardOutputFormat}; {@link ByteShardCutter} and
 * {@link CountShardCutter} decide where a shard ends.
 */
package dev.recordio.jobs.shard;
