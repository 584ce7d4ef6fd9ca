// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.images.codec.Pixels;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;

/** Images made of numbers, and what they become in short. */
final class SampleImages {
  private SampleImages() {}

  /** Makes an image: waves, with noise of some kind, or only noise. */
  static Pixels of(Random random, int width, int height, int channels, int depth) {
    var image = new Pixels();
    image.reshape(width, height, channels, depth);
    byte[] data = image.data();
    random.nextBytes(data);
    int kind = random.nextInt(3);
    if (kind == 0) {
      return image;
    }
    int across = 1 + random.nextInt(20);
    int down = 1 + random.nextInt(20);
    for (int i = 0; i < image.bytes(); i++) {
      int x = i % image.rowBytes();
      int y = i / image.rowBytes();
      int wave = (x / across + y / down) % 2 == 0 ? 40 : 200;
      data[i] = (byte) (wave + (data[i] & 0xff) / (kind == 1 ? 64 : 5));
    }
    return image;
  }

  /** Makes an image of which all samples of 8 bits are the same. */
  static Pixels flat(int width, int height, int channels, int sample) {
    var image = new Pixels();
    image.reshape(width, height, channels, 8);
    Arrays.fill(image.data(), (byte) sample);
    return image;
  }

  /** Returns the same image in an array that is longer than it needs. */
  static Pixels roomy(Pixels image) {
    var copy = new Pixels();
    copy.reshape(image.width(), image.height() + 3, image.channels(), image.depth());
    Arrays.fill(copy.data(), (byte) 77);
    copy.set(image);
    return copy;
  }

  /** Returns a checksum of the samples. */
  static String checksum(Pixels image) {
    var sum = new CRC32();
    sum.update(image.data(), 0, image.bytes());
    return String.format("%08x", sum.getValue());
  }

  /** Returns how far apart two samples of images of the same shape are at most. */
  static int distance(Pixels a, Pixels b) {
    int most = 0;
    for (int i = 0; i < a.bytes(); i += a.depth() / 8) {
      most = Math.max(most, Math.abs(sample(a, i) - sample(b, i)));
    }
    return most;
  }

  private static int sample(Pixels image, int at) {
    return image.depth() == 8 ? image.data()[at] & 0xff : Samples.wide(image.data(), at);
  }
}
