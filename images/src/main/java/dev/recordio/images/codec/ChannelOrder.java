// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import java.nio.ByteOrder;

/** Turns pixels into OpenCV's order: blue, green, red, alpha; 16 bits as the processor has them. */
final class ChannelOrder {
  private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private ChannelOrder() {}

  /**
   * Converts pixels.
   *
   * @param to has the shape of the result; with fewer channels alpha is dropped, with fewer bits
   *     the high ones are taken
   */
  static void toNative(Pixels from, Pixels to) {
    if (from.channels() == 3 && from.depth() == 8 && to.depth() == 8) {
      exchange(from.data(), to.data(), to.bytes());
      return;
    }
    int count = from.width() * from.height();
    int channels = to.channels();
    int wide = from.depth() / 8;
    int pixel = from.pixelBytes();
    byte[] source = from.data();
    byte[] target = to.data();
    int at = 0;
    for (int i = 0; i < count; i++) {
      for (int channel = 0; channel < channels; channel++) {
        int stored = channels >= 3 && channel < 3 ? 2 - channel : channel;
        int sample = i * pixel + stored * wide;
        if (to.depth() == 8) {
          target[at++] = source[sample];
        } else {
          target[at++] = source[LITTLE ? sample + 1 : sample];
          target[at++] = source[LITTLE ? sample : sample + 1];
        }
      }
    }
  }

  private static void exchange(byte[] from, byte[] to, int bytes) {
    for (int i = 0; i < bytes; i += 3) {
      to[i] = from[i + 2];
      to[i + 1] = from[i + 1];
      to[i + 2] = from[i];
    }
  }
}
