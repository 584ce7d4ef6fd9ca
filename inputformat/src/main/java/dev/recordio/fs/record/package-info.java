// SPDX-License-Identifier: Apache-2.0
/**
 * The records of a byte range, and what is done about damaged ones.
 *
 * <p>Entry points: {@link RecordSplitReader} reads the ranges of an engine's split; {@link
 * RecordInputs} opens a {@link RecordRangeReader} for one range; {@link DamageSettings} is the only
 * reader of the settings for damaged records. A record belongs to the range that holds the first
 * byte of its first header. Start with {@link RecordRangeReader}.
 *
 * <p>Lengths are checked against the file's length, and long parts against the bytes after them,
 * before memory is allocated. A record is handed out only when a magic word or the file's end
 * follows it; if neither does, an aligned magic word <em>within</em> the record shows that its
 * length is wrong, since escaping leaves none there. Reading continues at the next magic word whose
 * length word begins a record.
 */
package dev.recordio.fs.record;
