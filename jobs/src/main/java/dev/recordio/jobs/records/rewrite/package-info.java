// SPDX-License-Identifier: Apache-2.0
/**
 * Records with other headers: flat ones, InsightFace sets, sets merged under shifted labels.
 *
 * <p>Entry points: {@link NormalizeJob}, {@link MergeJob}. Both begin with the census of labels; a
 * map task copies a shard by its plan and writes other headers.
 */
package dev.recordio.jobs.records.rewrite;
