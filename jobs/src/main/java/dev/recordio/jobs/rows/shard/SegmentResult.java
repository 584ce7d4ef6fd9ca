// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.jobs.rows.LabelCounts;
import dev.recordio.jobs.rows.SegmentFindings;
import java.util.List;

/**
 * What a task reports to the committer of one segment.
 *
 * @param labels of the rows of its shards
 * @param shards in order
 */
public record SegmentResult(
    SegmentFindings findings, LabelCounts labels, List<ShardResult> shards) {}
