// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.bytes.MalformedRecordException;
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
   * Checks the headers.
   *
   * @param from where the record's bytes begin in {@code bytes}
   * @return what is wrong with them; null if nothing is
   */
  MalformedRecordException frame(RecordIndex index, int record, byte[] bytes, int from) {
    return frame(index, record, index.offset(record), index.end(record), bytes, from);
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
    return isChecksum(expected, cursor.bytes(), cursor.payloadOffset(), cursor.payloadLength());
  }

  /** Whether {@code expected} is the checksum of a payload. */
  boolean isChecksum(int expected, byte[] bytes, int from, int length) {
    crc.reset();
    crc.update(bytes, from, length);
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
