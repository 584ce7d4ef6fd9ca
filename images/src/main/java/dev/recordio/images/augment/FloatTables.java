// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.images.mean.MeanImage;
import java.util.List;

/**
 * The float32 of each sample: {@code (p - mean) * m + i}, each step rounded to float32, as
 * ImageRecordIter computes it. As there are 256 samples, they are looked up; but those less a mean
 * image's are computed.
 */
final class FloatTables {
  static final int SAMPLES = 256;

  private final int channels;
  private final int width;
  private final float[] means;
  private final float[] stds;
  private final float scale;
  private final float[] meanImage;
  private final int plane;
  private final Drawn undrawn;

  /** The numbers of an image. */
  final class Drawn {
    private final float[] factors = new float[channels];
    private final float[] addends = new float[channels];
    private final float[][] tables = new float[channels][SAMPLES];

    private void set(float contrast, float illumination) {
      for (int channel = 0; channel < channels; channel++) {
        float factor = contrast * scale / stds[channel];
        float addend = illumination * scale / stds[channel];
        factors[channel] = factor;
        addends[channel] = addend;
        if (meanImage == null) {
          for (int sample = 0; sample < SAMPLES; sample++) {
            tables[channel][sample] = (sample - means[channel]) * factor + addend;
          }
        }
      }
    }

    /**
     * Makes numbers of a row.
     *
     * @param data the image
     * @param y the row
     * @param rows gets the numbers: a row for each plane, or one for the pixels
     * @param mirrored whether the last pixel comes first
     */
    void fill(byte[] data, int y, float[][] rows, boolean mirrored) {
      int from = y * width * channels;
      if (meanImage == null && rows.length == Planes.RGB) {
        lookUp(data, from, rows, mirrored);
        return;
      }
      int step = rows.length == 1 ? channels : 1;
      for (int channel = 0; channel < channels; channel++) {
        float[] row = rows.length == 1 ? rows[0] : rows[channel];
        int first = rows.length == 1 ? channel : 0;
        int at = mirrored ? first + (width - 1) * step : first;
        if (meanImage == null) {
          lookUp(data, from + channel, tables[channel], row, at, mirrored ? -step : step);
        } else {
          int mean = channel * plane + y * width;
          compute(data, from, channel, mean, row, at, mirrored ? -step : step);
        }
      }
    }

    /** Makes numbers of red, green and blue in one go, which takes half of the time. */
    private void lookUp(byte[] data, int from, float[][] rows, boolean mirrored) {
      if (mirrored) {
        Planes.lookUpMirrored(data, from, width, tables, rows);
      } else {
        Planes.lookUp(data, from, width, tables, rows);
      }
    }

    private void lookUp(byte[] data, int from, float[] table, float[] to, int at, int step) {
      int place = at;
      int sample = from;
      for (int x = 0; x < width; x++) {
        to[place] = table[data[sample] & 0xff];
        sample += channels;
        place += step;
      }
    }

    private void compute(
        byte[] data, int from, int channel, int mean, float[] to, int at, int step) {
      float factor = factors[channel];
      float addend = addends[channel];
      int place = at;
      int sample = from + channel;
      for (int x = 0; x < width; x++) {
        to[place] = ((data[sample] & 0xff) - meanImage[mean + x]) * factor + addend;
        sample += channels;
        place += step;
      }
    }
  }

  FloatTables(AugmentOptions options) {
    channels = options.channels();
    width = options.width();
    plane = options.height() * width;
    means = of(options, AugmentOption.MEANS);
    stds = of(options, AugmentOption.STDS);
    scale = options.number(AugmentOption.SCALE);
    MeanImage mean = options.mean();
    meanImage = mean == null ? null : mean.values();
    undrawn = newDrawn();
    undrawn.set(1, 0);
  }

  private float[] of(AugmentOptions options, List<AugmentOption> names) {
    float[] values = new float[channels];
    for (int channel = 0; channel < channels; channel++) {
      values[channel] = options.number(names.get(channel));
    }
    return values;
  }

  /** Returns tables for {@link #of}, to be used for one image after the other. */
  Drawn newDrawn() {
    return new Drawn();
  }

  /** Returns the tables of a factor and an addend: the undrawn ones, or {@code into}. */
  Drawn of(float contrast, float illumination, Drawn into) {
    if (contrast == 1 && illumination == 0) {
      return undrawn;
    }
    into.set(contrast, illumination);
    return into;
  }
}
