// SPDX-License-Identifier: Apache-2.0
/**
 * Segments: the unit in which stats and csr read their input, equal pieces that do not depend on
 * the number of tasks; and what both keep of an input.
 *
 * <p>Entry points: {@link SegmentTable} cuts, {@link JobSegments} passes segments to tasks, {@link
 * InputFingerprint} checks whether an input and its settings are still the same.
 */
package dev.recordio.jobs.segment;
