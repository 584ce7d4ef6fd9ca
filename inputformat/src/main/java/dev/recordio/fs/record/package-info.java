// SPDX-License-Identifier: Apache-2.0
/**
 * The records of a byte range, and what is done where they are damaged.
 *
 * <p>Face: {@link RecordSplitReader} for a range as engines have it; {@link RecordInputs} opens
 * readers of other kinds; {@link DamageSettings} is the only reader of the settings for damaged
 * records. A record belongs to the range that holds the first byte of its first header. Start with
 * {@code RecordRangeReader}.
 */
package dev.recordio.fs.record;
