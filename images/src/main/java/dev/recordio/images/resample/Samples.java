// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.images.codec.Pixels;

/** Samples of 8 or 16 bits from and to the numbers that they are computed in. */
final class Samples {
  private static final int MAX_SHORT = 0xffff;

  /** Added to a number below 2^21, it leaves the nearest whole number in the lowest bits. */
  private static final float UNIT = 3 << 22;

  private static final int UNIT_BITS = Float.floatToRawIntBits(UNIT);

  private Samples() {}

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
        data[at + i] = (byte) toByte(samples[i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        int sample = toShort(samples[i]);
        data[at + 2 * i] = (byte) (sample >> 8);
        data[at + 2 * i + 1] = (byte) sample;
      }
    }
  }

  /** Returns the nearest sample of 8 bits, of two the even one; for numbers from -2^21 to 2^21. */
  static int toByte(float number) {
    return clamped(Float.floatToRawIntBits(number + UNIT) - UNIT_BITS);
  }

  /** Returns the nearest sample of 16 bits, of two the even one. */
  static int toShort(float number) {
    return Math.min(Math.max((int) Math.rint(number), 0), MAX_SHORT);
  }

  /** Returns the nearest number from 0 to 255. */
  static int clamped(int number) {
    return (number | 0xff - number >> 31) & ~(number >> 31) & 0xff;
  }

  /**
   * Stores pixels of 8 bits in an image, from a place in a row on: ints, the first channel in the
   * lowest byte.
   */
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

  /** Stores ints that overlap: the fourth byte belongs to the next pixel, which is stored later. */
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
