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
    for (int channel = 0; channel < channels; channel++) {
      means[channel] = round(options.number(AugmentOption.MEANS.get(channel)));
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
   * Makes bytes of a row.
   *
   * @param data the image
   * @param y the row
   * @param rows gets the bytes: a row for each plane, or one for the pixels
   * @param mirrored whether the last pixel comes first
   */
  void fill(byte[] data, int y, byte[][] rows, boolean mirrored) {
    int from = y * width * channels;
    if (copies && rows.length == Planes.RGB) {
      if (mirrored) {
        Planes.splitMirrored(data, from, width, rows);
      } else {
        Planes.split(data, from, width, rows);
      }
      return;
    }
    int step = rows.length == 1 ? channels : 1;
    for (int channel = 0; channel < channels; channel++) {
      byte[] row = rows.length == 1 ? rows[0] : rows[channel];
      int first = rows.length == 1 ? channel : 0;
      int at = mirrored ? first + (width - 1) * step : first;
      if (copies) {
        copy(data, from + channel, row, at, mirrored ? -step : step);
      } else {
        subtract(data, from, y, channel, row, at, mirrored ? -step : step);
      }
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
    int sample = from + channel;
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
