// SPDX-License-Identifier: Apache-2.0
/**
 * Turns one segment's rows into shards: where one ends, what is held in memory and on disk, what is
 * written.
 *
 * <p>Face: {@link SegmentWriter} writes the shards of a segment as {@link CsrTask} specifies, and
 * gives a {@link SegmentResult}; {@link Layout} maps a layout's name to its encoder.
 */
package dev.recordio.jobs.csr.shard;
