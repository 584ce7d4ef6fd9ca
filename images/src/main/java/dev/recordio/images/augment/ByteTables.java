// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.images.mean.MeanImage;

/**
 * The byte of each sample: itself for uint8; for int8 less the mean, which is rounded half away
 * from zero, and saturated.
 */
final class ByteTables {
  private final int channels;
  private final int width;
  private final int plane;
  private final boolean copies;
  private final int[] means;
  private final int[] meanImage;

  ByteTables(AugmentOptions options) {
    channels = options.channels();
    width = options.width();
    plane = options.height() * width;
    copies = options.dtype() != ImageDtype.INT8;
    means = new int[channels];
    AugmentOption[] names = {
      AugmentOption.MEAN_R, AugmentOption.MEAN_G, AugmentOption.MEAN_B, AugmentOption.MEAN_A
    };
    for (int channel = 0; channel < channels; channel++) {
      means[channel] = round(options.number(names[channel]));
    }
    meanImage = copies || options.mean() == null ? null : rounded(options.mean());
  }

  private static int[] rounded(MeanImage mean) {
    int[] rounded = new int[mean.values().length];
    for (int i = 0; i < rounded.length; i++) {
      rounded[i] = round(mean.values()[i]);
    }
    return rounded;
  }

  /** Rounds half away from zero; what is far from all samples saturates in any case. */
  private static int round(float mean) {
    double distance = Math.min(Math.floor(Math.abs((double) mean) + 0.5), 1 << 16);
    return (int) Math.copySign(distance, mean);
  }

  /**
   * Makes bytes of a channel of a row.
   *
   * @param from where its first sample is in {@code data}
   * @param row the row, for the mean image
   * @param at where its first byte is in {@code to}
   * @param step how far the next byte is from it
   */
  void fill(byte[] data, int from, int row, int channel, byte[] to, int at, int step) {
    if (copies) {
      copy(data, from, to, at, step);
    } else {
      subtract(data, from, row, channel, to, at, step);
    }
  }

  private void copy(byte[] data, int from, byte[] to, int at, int step) {
    int place = at;
    int sample = from;
    for (int x = 0; x < width; x++) {
      to[place] = data[sample];
      sample += channels;
      place += step;
    }
  }

  private void subtract(byte[] data, int from, int row, int channel, byte[] to, int at, int step) {
    int place = at;
    int sample = from;
    int mean = channel * plane + row * width;
    int fixed = means[channel];
    for (int x = 0; x < width; x++) {
      int subtrahend = meanImage == null ? fixed : meanImage[mean + x];
      int difference = (data[sample] & 0xff) - subtrahend;
      to[place] = (byte) Math.max(Byte.MIN_VALUE, Math.min(Byte.MAX_VALUE, difference));
      sample += channels;
      place += step;
    }
  }
}
