// SPDX-License-Identifier: Apache-2.0
/**
 * ArrayRecord, the container of Grain: Riegeli's chunks of records, with a footer that has the
 * offset of each, so that a record is read by its number.
 *
 * <p>Entry points: {@link ArrayRecordOutput} writes files; {@link ArrayRecordReader} reads records;
 * {@link ArrayRecordFooter} has the chunks of a file, {@link Chunks} reads them, and {@link
 * ArrayRecordWalk} finds them where the footer is damaged.
 */
package dev.recordio.formats.arrayrecord;
