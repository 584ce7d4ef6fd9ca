// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/** Makes checksums in changed inputs fit again. */
public final class Mend {
  private Mend() {}

  /** Writes the CRC32C of {@code bytes[from .. to)} to {@code at}, where all of them are there. */
  public static void crc32c(byte[] bytes, int from, int to, int at) {
    checksum(new CRC32C(), bytes, from, to, at);
  }

  private static void checksum(Checksum sum, byte[] bytes, int from, int to, int at) {
    if (from >= 0 && from <= to && to <= bytes.length && at >= 0 && at + 4 <= bytes.length) {
      sum.update(bytes, from, to - from);
      little(bytes).putInt(at, (int) sum.getValue());
    }
  }

  /** Returns a view of little-endian numbers. */
  public static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Mends the frames of TFRecord, as far as their lengths fit. */
  public static byte[] tfRecords(byte[] bytes) {
    for (int at = 0; at + 16 <= bytes.length; ) {
      long length = little(bytes).getLong(at);
      mask(bytes, at, at + 8, at + 8);
      if (length < 0 || length > bytes.length - at - 16) {
        break;
      }
      int end = at + 12 + (int) length;
      mask(bytes, at + 12, end, end);
      at = end + 4;
    }
    return bytes;
  }

  private static void mask(byte[] bytes, int from, int to, int at) {
    crc32c(bytes, from, to, at);
    int crc = little(bytes).getInt(at);
    little(bytes).putInt(at, Integer.rotateRight(crc, 15) + 0xA282EAD8);
  }
}
