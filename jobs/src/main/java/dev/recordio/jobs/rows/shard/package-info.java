// SPDX-License-Identifier: Apache-2.0
/**
 * One segment's rows to shards: where a shard ends, how rows are buffered in memory and on disk.
 *
 * <p>Entry points: {@link SegmentWriter} writes the shards of a segment as {@link CsrTask}
 * specifies, and returns a {@link SegmentResult}; {@link Layout} maps a layout's name to its
 * encoder.
 */
package dev.recordio.jobs.rows.shard;
