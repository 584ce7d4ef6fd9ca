// SPDX-License-Identifier: Apache-2.0
/**
 * Statistics of sparse rows: one pass over the input, segment by segment, whose result tells what a
 * conversion must know beforehand, and can be kept beside the input for later runs.
 */
package dev.recordio.jobs.stats;
