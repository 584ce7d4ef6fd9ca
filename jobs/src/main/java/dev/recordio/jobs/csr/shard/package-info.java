// SPDX-License-Identifier: Apache-2.0
/**
 * <<<<<<< HEAD One segment's rows to shards: where a shard ends, how rows are buffered in memory
 * and on disk. ======= Turns one segment's rows into shards: where one ends, what is held in memory
 * and on disk, what is written. >>>>>>> w/eng2
 *
 * <p>Face: {@link SegmentWriter} writes the shards of a segment as {@link CsrTask} specifies, and
 * returns a {@link SegmentResult}; {@link Layout} maps a layout's name to its encoder.
 */
package dev.recordio.jobs.csr.shard;
