// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.wire.RecordIOFormat;
import dev.recordio.wire.RecordIndexLayout;
import org.apache.hadoop.fs.Path;

/** Checks that two entries of a binary index are those of records that follow each other. */
public final class EntryOrder {
  private EntryOrder() {}

  /**
   * Returns where a record of {@code length} bytes of payload ends at the earliest: in one part.
   */
  public static long leastEnd(long offset, int length) {
    return offset + RecordIOFormat.HEADER_BYTES + RecordIOFormat.align(length);
  }

  /**
   * Checks an entry.
   *
   * @param index the binary index, for errors
   * @param ordinal the number of the entry's record in the file
   * @param before where the record before it begins
   * @param lengthBefore the bytes of that record's payload
   * @param offset where the entry's record begins
   * @throws MalformedRecordException when the record before can't end there
   */
  public static void check(
      Path index,
      RecordIndexLayout layout,
      long ordinal,
      long before,
      int lengthBefore,
      long offset)
      throws MalformedRecordException {
    long least = leastEnd(before, lengthBefore);
    // Each part but the first has 4 bytes more than its part of the payload, which begins with 4.
    long most = least + RecordIOFormat.align(lengthBefore);
    if (offset < least || offset > most) {
      throw new MalformedRecordException(
          "damaged binary index",
          index.toString(),
          layout.entryOffset(ordinal),
          -1,
          String.format(
              "record %d at offset %d to %d, where the one before ends", ordinal, least, most),
          "offset " + Long.toUnsignedString(offset));
    }
  }
}
