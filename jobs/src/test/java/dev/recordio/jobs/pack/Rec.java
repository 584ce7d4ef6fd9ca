// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** A second, plain reader of RecordIO, to check what was written. */
final class Rec {
  private static final int MAGIC = 0xCED7230A;

  /** A record: where it begins and what it holds. */
  record Record(long offset, byte[] payload) {}

  private Rec() {}

  static List<Record> records(byte[] file) {
    var records = new ArrayList<Record>();
    var in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    while (in.hasRemaining()) {
      long offset = in.position();
      var payload = new ByteArrayOutputStream();
      int cflag;
      do {
        if (in.getInt() != MAGIC) {
          throw new AssertionError("no magic before " + in.position());
        }
        int lrec = in.getInt();
        cflag = lrec >>> 29;
        if (cflag >= 2) {
          payload.writeBytes(new byte[] {0x0A, 0x23, (byte) 0xD7, (byte) 0xCE});
        }
        int length = lrec & 0x1FFFFFFF;
        payload.write(file, in.position(), length);
        in.position(in.position() + (length + 3 & ~3));
      } while (cflag == 1 || cflag == 2);
      records.add(new Record(offset, payload.toByteArray()));
    }
    return records;
  }

  static List<byte[]> payloads(byte[] file) {
    return records(file).stream().map(Record::payload).toList();
  }

  static byte[] concat(List<byte[]> parts) {
    var all = new ByteArrayOutputStream();
    parts.forEach(all::writeBytes);
    return all.toByteArray();
  }
}
