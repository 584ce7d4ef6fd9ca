// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.images.codec.Pixels;

/** Pixels of 8 bits as ints, the first channel in the lowest byte. */
final class PackedRow {

  private PackedRow() {}

  /** Stores the first {@code count} of them in an image, from a place in a row on. */
  static void store(int[] pixels, int count, Pixels to, int x, int y) {
    byte[] data = to.data();
    int at = y * to.rowBytes() + x * to.channels();
    switch (to.channels()) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          data[at + i] = (byte) pixels[i];
        }
      }
      case 3 -> three(pixels, count, data, at);
      default -> {
        for (int i = 0; i < count; i++) {
          LittleEndian.putInt(data, at + 4 * i, pixels[i]);
        }
      }
    }
  }

  /** Stores ints that overlap: the fourth byte is that of the next pixel, which is stored later. */
  private static void three(int[] pixels, int count, byte[] data, int at) {
    for (int i = 0; i < count - 1; i++) {
      LittleEndian.putInt(data, at + 3 * i, pixels[i]);
    }
    int end = at + 3 * count;
    int last = pixels[count - 1];
    data[end - 3] = (byte) last;
    data[end - 2] = (byte) (last >> 8);
    data[end - 1] = (byte) (last >> 16);
  }
}
