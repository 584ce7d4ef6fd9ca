// SPDX-License-Identifier: Apache-2.0
/**
 * The formats that records are exported to.
 *
 * <p>Entry points: {@link ExportTarget}, which {@link Target} lists by name. A target opens a
 * {@link TargetShard} for each shard, which gets {@link ExportRecord}s in order, and adds files
 * about all shards when the job commits. What all shards share is in the {@link ExportPlan}, so the
 * bytes of a shard depend on the plan and its own records only.
 */
package dev.recordio.jobs.export.target;
