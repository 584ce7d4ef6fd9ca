// SPDX-License-Identifier: Apache-2.0
/**
 * What a task of any engine does: reads records or rows of its split, counts, writes shards.
 *
 * <p>Entry points: {@link TaskRecords} and {@link TaskRows} read, {@link RecordShardWriter} and
 * {@link RowFileWriter} write, {@link RecordIOCounter} and {@link RowCounter} are the counters. The
 * adapters {@code mapreduce}, {@code mapred}, {@code hive} and Spark's wrap these in their engine's
 * types, and do not use one another for that.
 */
package dev.recordio.task;
