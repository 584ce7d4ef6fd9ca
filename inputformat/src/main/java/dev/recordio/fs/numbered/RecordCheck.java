// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.gather.Gather;
import dev.recordio.fs.index.IndexMisfit;
import dev.recordio.wire.RecordCursor;
import java.util.zip.CRC32C;

/** Compares the bytes of one record with what its index says about it. */
final class RecordCheck {
  private final RecordCursor cursor = new RecordCursor();
  private final CRC32C crc = new CRC32C();

  /** Returns the cursor, which is at the record checked last. */
  RecordCursor cursor() {
    return cursor;
  }

  /**
   * Checks the headers of a record that the index, by an earlier look, has at {@code begin .. end}.
   *
   * @return what is wrong with them; null if nothing is
   */
  MalformedRecordException frame(
      RecordIndex index, int record, long begin, long end, byte[] bytes, int from) {
    cursor.start(begin, end);
    cursor.window(bytes, from, from + (int) (end - begin), begin);
    if (cursor.next() != RecordCursor.Step.RECORD) {
      return cursor.malformed().at(index.file().toString());
    }
    return cursor.end() == end ? null : wrongLength(index, record, cursor.end() - begin);
  }

  /** Whether the only range of a batch is one record, whose payload has a checksum. */
  boolean isRecord(long begin, Gather batch, int checksum) {
    long end = begin + batch.length(0);
    cursor.start(begin, end);
    cursor.window(batch.bytes(), batch.start(0), batch.start(0) + batch.length(0), begin);
    return cursor.next() == RecordCursor.Step.RECORD
        && cursor.end() == end
        && hasChecksum(checksum);
  }

  /** Returns the error of a record of {@code bytes} bytes where the index has another number. */
  static MalformedRecordException wrongLength(RecordIndex index, int record, long bytes) {
    long begin = index.offset(record);
    return new MalformedRecordException(
        "wrong record length",
        index.file().toString(),
        begin,
        -1,
        "a record of "
            + (index.end(record) - begin)
            + " bytes, headers included, by "
            + index.origin(),
        bytes < 0 ? "none" : "one of " + bytes);
  }

  /** Whether the payload has the checksum that the index gives, after {@link #frame}. */
  boolean hasChecksum(int expected) {
    crc.reset();
    crc.update(cursor.bytes(), cursor.payloadOffset(), cursor.payloadLength());
    return (int) crc.getValue() == expected;
  }

  /** Returns the error of a payload that has another checksum. */
  MalformedRecordException wrongChecksum(RecordIndex index, int record) {
    return IndexMisfit.ofDamagedPayload(
        index.file(),
        index.origin(),
        index.offset(record),
        index.checksum(record),
        (int) crc.getValue());
  }

  /** Returns the checksum that was found last, for messages. */
  String found() {
    return IndexMisfit.hex((int) crc.getValue());
  }
}
