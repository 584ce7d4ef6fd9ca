// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The reader of FORMAT.md in the simplest form, without the main code: what a whole file of bytes
 * is, up to the first damage.
 */
final class NaiveRecords {
  private static final int MAGIC = 0xCED7230A;

  /** A record. */
  record Found(int begin, int end, byte[] payload) {}

  private final ByteBuffer in;
  private final int length;
  private final List<Found> records = new ArrayList<>();
  private int damage = -1;

  private NaiveRecords(byte[] bytes) {
    in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    length = bytes.length;
  }

  /** Reads bytes. */
  static NaiveRecords of(byte[] bytes) {
    var all = new NaiveRecords(bytes);
    for (int at = 0; at >= 0 && at < all.length; ) {
      at = all.record(at);
    }
    return all;
  }

  /** Returns the records before the damage. */
  List<Found> records() {
    return records;
  }

  /** Returns where the first damage begins, or -1. */
  int damage() {
    return damage;
  }

  /** Reads a record; returns where the next one begins, or -1. */
  private int record(int begin) {
    var payload = new ByteArrayOutputStream();
    int at = begin;
    for (int part = 0; ; part++) {
      if (at + 8 > length || in.getInt(at) != MAGIC) {
        return damaged(begin);
      }
      int lrec = in.getInt(at + 4);
      int cflag = lrec >>> 29;
      int bytes = lrec & (1 << 29) - 1;
      boolean first = cflag == 0 || cflag == 1;
      boolean last = cflag == 0 || cflag == 3;
      if (cflag > 3 || first != (part == 0) || !last && bytes % 4 != 0) {
        return damaged(begin);
      }
      int from = at + 8;
      long end = from + (bytes + 3L) / 4 * 4;
      if (end > length) {
        return damaged(begin);
      }
      if (part > 0) {
        payload.writeBytes(new byte[] {0x0A, 0x23, (byte) 0xD7, (byte) 0xCE});
      }
      payload.write(in.array(), from, bytes);
      at = (int) end;
      if (last) {
        return isBelieved(from, at)
            ? add(new Found(begin, at, payload.toByteArray()))
            : damaged(begin);
      }
    }
  }

  /** A length is wrong if nothing sound follows, and a magic word is where none can be. */
  private boolean isBelieved(int from, int end) {
    boolean followed =
        end == length
            || end + 4 <= length
                && in.getInt(end) == MAGIC
                && (end + 8 > length || in.getInt(end + 4) >>> 29 <= 1);
    for (int at = from; at < end && !followed; at += 4) {
      if (in.getInt(at) == MAGIC) {
        return false;
      }
    }
    return true;
  }

  private int add(Found record) {
    records.add(record);
    return record.end;
  }

  private int damaged(int at) {
    damage = at;
    return -1;
  }
}
