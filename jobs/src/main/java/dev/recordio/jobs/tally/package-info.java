// SPDX-License-Identifier: Apache-2.0
/**
 * Counts and samples of bounded size, which tasks pass on as their fields. Merged in any order of
 * ranges they give the same result, but for runs, whose order matters.
 *
 * <p>Entry points: {@link LogHistogram} of numbers, {@link ValueTally} of floats, {@link
 * FrequencySketch} of keys, {@link RunTally} of a sequence, {@link RecordSample} of records.
 */
package dev.recordio.jobs.tally;
