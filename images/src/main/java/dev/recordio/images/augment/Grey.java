// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.images.codec.Pixels;

/** The grey of a pixel: .299 R + .587 G + .114 B, with OpenCV's weights of 14 bits. */
final class Grey {
  private static final int RED = 4899;
  private static final int GREEN = 9617;
  private static final int BLUE = 1868;
  private static final int BITS = 14;

  private Grey() {}

  /** Returns the grey of the pixel at a place, 0 to 255. */
  static int of(byte[] data, int at) {
    int sum =
        RED * (data[at] & 0xff) + GREEN * (data[at + 1] & 0xff) + BLUE * (data[at + 2] & 0xff);
    return sum + (1 << BITS - 1) >> BITS;
  }

  /** Returns the mean of an image of three channels. */
  static float mean(Pixels image) {
    long sum = 0;
    for (int at = 0; at < image.bytes(); at += 3) {
      sum += of(image.data(), at);
    }
    return (float) (sum / (double) ((long) image.width() * image.height()));
  }
}
