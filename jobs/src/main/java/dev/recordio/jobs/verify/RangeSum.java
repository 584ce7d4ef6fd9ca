// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.bytes.CrcJoin;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.wire.RecordIOFormat;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The checksum of the records of a range, headers and padding included, which no record's own
 * checksum covers. The checksums of the ranges are joined to the checksum of the file.
 */
final class RangeSum {
  private final transient CRC32C crc = new CRC32C();
  private long begin = -1; // of the first record
  private long end; // of the last one
  private int sum;
  private boolean whole = true; // no bytes between the records

  /** Adds a record, before its parts are joined. */
  void add(RecordRangeReader record) {
    whole &= begin < 0 || record.offset() == end;
    begin = begin < 0 ? record.offset() : begin;
    end = record.position();
    int bytes = (int) (end - record.offset());
    crc.update(record.buffer(), record.recordOffset(), bytes);
    sum = (int) crc.getValue();
  }

  /** Whether there is no record. */
  boolean isEmpty() {
    return begin < 0;
  }

  /** Whether the padding after a record has other bytes than zeros; before its parts are joined. */
  static boolean hasOddPadding(RecordRangeReader record) {
    // Only the last part may need padding, so the payload's length tells how much.
    int padding = (int) RecordIOFormat.align(record.payloadLength()) - record.payloadLength();
    int to = record.recordOffset() + (int) (record.position() - record.offset());
    for (int i = to - padding; i < to; i++) {
      if (record.buffer()[i] != 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the ranges of a file have its checksum.
   *
   * @param sums in the order of the file
   */
  static boolean isOf(List<RangeSum> sums, long fileLength, int checksum) {
    long reached = 0;
    int joined = 0;
    for (RangeSum range : sums) {
      if (range.begin >= 0) {
        if (!range.whole || range.begin != reached) {
          return false;
        }
        joined = CrcJoin.CRC32C.join(joined, range.sum, range.end - range.begin);
        reached = range.end;
      }
    }
    return reached == fileLength && joined == checksum;
  }
}
