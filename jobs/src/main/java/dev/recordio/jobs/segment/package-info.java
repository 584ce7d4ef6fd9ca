// SPDX-License-Identifier: Apache-2.0
/**
 * Segments: the unit in which stats and csr read their input, equal pieces that no number of tasks
 * changes; and what both keep of an input.
 *
 * <p>Face: {@link SegmentTable} cuts, {@link SegmentInputFormat} hands segments to tasks, {@link
 * InputFingerprint} says whether an input and its settings are still the same.
 */
package dev.recordio.jobs.segment;
