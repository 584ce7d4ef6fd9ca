// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.jobs.rows.LabelCounts;
import dev.recordio.jobs.rows.RowFault;
import java.util.List;
import java.util.Map;

/**
 * What a task reports to the committer of one segment.
 *
 * @param segment its number
 * @param path the first file; null when the segment is empty
 * @param offset where the segment begins in that file
 * @param traits the traits of its rows, as {@link dev.recordio.sparse.RowTraits#counts}
 * @param queries the query ids, as {@link dev.recordio.sparse.RowTraits#queries}
 * @param malformed how often each rule was violated, by title
 * @param doubts the first text of each kind that probably means something else
 * @param labels of the rows of its shards
 * @param shards in order
 */
public record SegmentResult(
    int segment,
    String path,
    long offset,
    long[] traits,
    long[] queries,
    Map<String, Long> malformed,
    List<RowFault> doubts,
    LabelCounts labels,
    List<ShardResult> shards) {}
