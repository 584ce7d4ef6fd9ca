// SPDX-License-Identifier: Apache-2.0
/**
 * Sparse rows as stats and csr read them: in segments, equal parts that do not depend on the number
 * of tasks, with the numbers of side files; and what both keep of an input.
 *
 * <p>Entry points: {@link SegmentTable} cuts, {@link JobSegments} passes segments to tasks, {@link
 * SideFiles} finds the files of numbers beside an input and {@link SideScratch} cuts them for
 * tasks, {@link InputFingerprint} checks whether an input and its settings are still the same.
 */
package dev.recordio.jobs.rows;
