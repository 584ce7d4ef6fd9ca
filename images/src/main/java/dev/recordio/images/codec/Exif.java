// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

/** Reads the orientation out of EXIF, which is a TIFF file of tags. */
final class Exif {
  private static final int ORIENTATION = 0x0112;
  private static final int ENTRY = 12; // bytes: tag, type, count, value

  private Exif() {}

  /**
   * Returns the orientation, 1 to 8: the value of tag 0x0112 in the first directory; 1 where there
   * is none or it is no such number. As OpenCV, it looks at neither type nor count.
   *
   * @param from index of the byte order mark
   * @param end index after the last byte
   */
  static int orientation(byte[] bytes, int from, int end) {
    if (end - from < 10) {
      return 1;
    }
    boolean little = bytes[from] == 'I' && bytes[from + 1] == 'I';
    boolean big = bytes[from] == 'M' && bytes[from + 1] == 'M';
    if (!little && !big || u16(bytes, from + 2, little) != 42) {
      return 1;
    }
    long directory = u32(bytes, from + 4, little);
    if (directory > end - from - 2) {
      return 1;
    }
    int at = from + (int) directory;
    int entries = Math.min(u16(bytes, at, little), (end - at - 2) / ENTRY);
    for (int i = 0; i < entries; i++) {
      int entry = at + 2 + i * ENTRY;
      if (u16(bytes, entry, little) == ORIENTATION) {
        int value = u16(bytes, entry + 8, little);
        return value >= 1 && value <= 8 ? value : 1;
      }
    }
    return 1;
  }

  private static int u16(byte[] bytes, int at, boolean little) {
    int number = BigEndian.u16(bytes, at);
    return little ? Short.reverseBytes((short) number) & 0xffff : number;
  }

  private static long u32(byte[] bytes, int at, boolean little) {
    int number = BigEndian.i32(bytes, at);
    return Integer.toUnsignedLong(little ? Integer.reverseBytes(number) : number);
  }
}
