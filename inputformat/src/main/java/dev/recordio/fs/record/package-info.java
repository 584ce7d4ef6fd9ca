// SPDX-License-Identifier: Apache-2.0
/**
 * The records of a byte range, and what is done about damaged ones.
 *
 * <p>Face: {@link RecordSplitReader} reads the ranges of an engine's split; {@link RecordInputs}
 * opens a {@link RecordRangeReader} for one range; {@link DamageSettings} is the only reader of the
 * settings for damaged records. A record belongs to the range that holds the first byte of its
 * first header. Start with {@link RecordRangeReader}.
 */
package dev.recordio.fs.record;
