// SPDX-License-Identifier: Apache-2.0
/**
 * The csr job: rows of text become a folder of CSR shards with a manifest, {@code _csr.json}.
 *
 * <p>Entry points: {@link CsrJob} and the command; {@link GatherJob}, which sorts rows by query
 * before. The input is cut into segments, which depend on the input and one setting only. A map
 * task takes one or several of them, one after the other, and cuts each into shards ({@code
 * rows.shard}), which are named by segment and number; so the output is the same whatever the
 * number of tasks. The committer writes the manifest after all shards are in place.
 *
 * <p>{@code stats} and {@code csr} cut their input into segments ({@code jobs.rows.SegmentTable}):
 * the files, in order, count as one string of bytes, which is cut into equal parts of at most
 * {@code recordio.csr.segment-size}, one or an even number, by dmlc-core's rule. Blocks, tasks and
 * split sizes do not matter; a map task reads one segment, or several consecutive ones. Every
 * result is made segment by segment, so it is the same whatever the number of tasks.
 *
 * <pre>
 * RowReader -&gt; SegmentRows        blocks of rows, with the numbers of side files
 *           -&gt; RowCutter          rows and bytes until the shard is full
 *           -&gt; ShardSpool         rows in blocks that are reused; beyond a bound, in a local file
 *           -&gt; ShardWriter        a pass of the ShardEncoder for each array, one stream per file
 *           -&gt; ShardCommitter  commits the shards, then _csr.json, then _SUCCESS
 * </pre>
 *
 * <ul>
 *   <li>A shard never extends beyond its segment, except for a query group: under {@code
 *       recordio.csr.keep-groups} a group belongs to the segment with its first row. The next
 *       segment finds that out by reading backwards from its own start.
 *   <li>Shards are named by segment and by number within it, {@code part-SSSSS-NNNNN}, so no task
 *       needs to know how many shards other tasks write: nothing is counted before and nothing
 *       renamed after. Each task leaves a small file with the results of its segments in the job's
 *       scratch folder; {@code ShardCommitter} reads and checks all of them before it lets the
 *       configured committer commit.
 *   <li>The number of columns is in the middle of a file, and no other byte depends on it. On local
 *       files of the command's own process, which can be changed in place, each shard is written
 *       with the columns of its own rows, and the committer writes the columns of all rows into it,
 *       with the checksums over them ({@code ColumnsStamp}; {@code ColumnsPlace} has the offsets).
 *       Elsewhere a pass of {@code stats} counts them first. Counting first everywhere would cost a
 *       fifth more processor time on local files.
 *   <li>What all rows must have in common (weights, query ids, values) is checked within a segment
 *       by the parser, and between segments by the committer, in strict mode.
 *   <li>Memory of a task: {@code recordio.csr.memory} (less, where the tasks of a local job would
 *       together take more than half of the heap), two blocks of 1 MiB, one read of the input with
 *       its rows (some 20 MiB at most, unless a line is longer), 4 bytes per query group of the
 *       shard, and 4 bytes for each base margin of the shard. The size of shards is limited by disk
 *       only.
 *   <li>Side files are read once by the client, which checks their counts and writes the numbers
 *       out by segment for the tasks.
 * </ul>
 */
package dev.recordio.jobs.rows.csr;
