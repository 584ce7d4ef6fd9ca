// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.images.codec.Pixels;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;

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
    Arrays.fill(image.data(), (byte) sample);
    return image;
  }

  /** Returns an image of random samples. */
  static Pixels random(int width, int height, int channels, long seed) {
    Pixels image = plain(width, height, channels, 0);
    new Random(seed).nextBytes(image.data());
    return image;
  }

  /** Returns an image of 32x24 pixels of many colours, which is easily made elsewhere too. */
  static Pixels colors() {
    Pixels image = plain(32, 24, 3, 0);
    for (int i = 0; i < image.bytes(); i++) {
      image.data()[i] = (byte) (i * 37 + i * i * 11 + i / 7 * 3);
    }
    return image;
  }

  /** Returns the CRC-32 of the samples. */
  static int crc(Pixels image) {
    var crc = new CRC32();
    crc.update(image.data(), 0, image.bytes());
    return (int) crc.getValue();
  }

  /** Returns options of a shape. */
  static AugmentOptions options(String shape, String... namesAndValues) {
    AugmentOptions.Builder options = AugmentOptions.builder().set("shape", shape);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      options.set(namesAndValues[i], namesAndValues[i + 1]);
    }
    return options.build();
  }

  /** Returns the draws of an image. */
  static Draws draws(long epoch, long id) {
    var draws = new Draws();
    draws.set(17, epoch, id);
    return draws;
  }

  /** Returns the samples of an image. */
  static byte[] bytes(Pixels image) {
    return Arrays.copyOf(image.data(), image.bytes());
  }
}
