// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.images.codec.Pixels;

/** Samples of 8 or 16 bits from and to single precision. */
final class SampleRow {
  private SampleRow() {}

  /** Returns a sample of 16 bits. */
  static int wide(byte[] data, int at) {
    return (data[at] & 0xff) << 8 | data[at + 1] & 0xff;
  }

  /** Stores samples in an image, rounded to the nearest, of two to the even one. */
  static void store(float[] samples, int count, Pixels to, int x, int y) {
    byte[] data = to.data();
    int at = y * to.rowBytes() + x * to.pixelBytes();
    if (to.depth() == 8) {
      for (int i = 0; i < count; i++) {
        data[at + i] = (byte) Rounding.toByte(samples[i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        int sample = Rounding.toShort(samples[i]);
        data[at + 2 * i] = (byte) (sample >> 8);
        data[at + 2 * i + 1] = (byte) sample;
      }
    }
  }
}
