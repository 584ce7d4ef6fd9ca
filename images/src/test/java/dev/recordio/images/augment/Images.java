// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.images.codec.Pixels;

/** Images whose pixels show where they come from. */
final class Images {
  private Images() {}

  /** Returns an image whose pixel x, y is x, y, x ^ y, and 255 - x; grey is x + 16 y. */
  static Pixels places(int width, int height, int channels) {
    var image = new Pixels();
    image.reshape(width, height, channels, 8);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int[] samples = {channels == 1 ? x + 16 * y : x, y, x ^ y, 255 - x};
        for (int channel = 0; channel < channels; channel++) {
          image.data()[(y * width + x) * channels + channel] = (byte) samples[channel];
        }
      }
    }
    return image;
  }

  /** Returns an image whose samples are all the same. */
  static Pixels plain(int width, int height, int channels, int sample) {
    var image = new Pixels();
    image.reshape(width, height, channels, 8);
    java.util.Arrays.fill(image.data(), (byte) sample);
    return image;
  }

  /** Returns the samples of an image. */
  static byte[] bytes(Pixels image) {
    return java.util.Arrays.copyOf(image.data(), image.bytes());
  }
}
