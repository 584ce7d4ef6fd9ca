// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.images.codec.Pixels;

/** What becomes of each of the 256 samples. */
final class SampleTable {
  private static final int SAMPLES = 256;

  private final byte[] table = new byte[SAMPLES];

  /** Makes it {@code factor * sample + addend}, rounded half to even, and saturated. */
  void setLinear(float factor, float addend) {
    for (int sample = 0; sample < SAMPLES; sample++) {
      table[sample] = sample(sample * factor + addend);
    }
  }

  /** Returns a sample: rounded half to even, 0 to 255. */
  static byte sample(float value) {
    int rounded = (int) Math.rint(value);
    return (byte) Math.max(0, Math.min(SAMPLES - 1, rounded));
  }

  /** Changes all samples of an image. */
  void applyTo(Pixels image) {
    byte[] data = image.data();
    for (int i = 0; i < image.bytes(); i++) {
      data[i] = table[data[i] & 0xff];
    }
  }

  /** Changes the samples of one of three channels. */
  void applyTo(Pixels image, int channel) {
    byte[] data = image.data();
    for (int i = channel; i < image.bytes(); i += 3) {
      data[i] = table[data[i] & 0xff];
    }
  }
}
