// SPDX-License-Identifier: Apache-2.0
/**
 * Copies chosen records into shards, in the input's order: reshard, split, sample, select.
 *
 * <p>Entry points: {@link CopyJob}. {@code CopyPlanner} writes the plan; one map task copies one
 * shard.
 */
package dev.recordio.jobs.records.copy;
