// SPDX-License-Identifier: Apache-2.0
/**
 * Copies chosen records into shards, in the input's order: reshard, split, sample, select. Rows of
 * text are copied line by line, as compressed as they were ({@link RowShard}).
 *
 * <p>Entry points: {@link ArrangeJob}, the frame of a job that begins with a census, and {@link
 * CopyJob}. {@code CopyPlanner} writes the plan; one map task copies one shard.
 */
package dev.recordio.jobs.records.copy;
