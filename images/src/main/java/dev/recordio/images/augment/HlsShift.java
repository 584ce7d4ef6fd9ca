// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import static dev.recordio.images.augment.AugmentOption.RANDOM_H;
import static dev.recordio.images.augment.AugmentOption.RANDOM_L;
import static dev.recordio.images.augment.AugmentOption.RANDOM_S;

import dev.recordio.images.codec.Pixels;

/**
 * Shifts hue (0 to 180), lightness and saturation (0 to 255) of all pixels by random numbers. What
 * is beyond an end becomes that end; hue does not wrap.
 */
final class HlsShift implements ColorStep {
  private static final int MAX_HUE = 180;
  private static final int MAX_SAMPLE = 255;

  private final int hue;
  private final int lightness;
  private final int saturation;
  private final Hls pixel = new Hls();

  HlsShift(AugmentOptions options) {
    hue = options.whole(RANDOM_H);
    lightness = options.whole(RANDOM_L);
    saturation = options.whole(RANDOM_S);
  }

  /** Whether the options ask for it. */
  static boolean isWanted(AugmentOptions options) {
    return options.isSet(RANDOM_H) || options.isSet(RANDOM_L) || options.isSet(RANDOM_S);
  }

  @Override
  public void apply(Pixels image, Draws draws) {
    apply(
        image,
        shift(draws, Draws.Name.HLS_HUE, hue),
        shift(draws, Draws.Name.HLS_LIGHTNESS, lightness),
        shift(draws, Draws.Name.HLS_SATURATION, saturation));
  }

  /** Returns a whole number from -max to max: of two draws, so that small ones are likelier. */
  private static int shift(Draws draws, Draws.Name name, int max) {
    double draw = (draws.unit(name, 0) + 4 * draws.unit(name, 1)) / 5;
    return (int) ((2 * draw - 1) * max);
  }

  /** Shifts all pixels. */
  void apply(Pixels image, int hueShift, int lightnessShift, int saturationShift) {
    byte[] data = image.data();
    for (int at = 0; at < image.bytes(); at += 3) {
      pixel.read(data, at);
      pixel.hue = clamp(pixel.hue + hueShift, MAX_HUE);
      pixel.lightness = clamp(pixel.lightness + lightnessShift, MAX_SAMPLE);
      pixel.saturation = clamp(pixel.saturation + saturationShift, MAX_SAMPLE);
      pixel.write(data, at);
    }
  }

  private static int clamp(int value, int max) {
    return Math.max(0, Math.min(max, value));
  }

  /**
   * A pixel as hue (0 to 180, steps of two degrees), lightness and saturation (0 to 255): OpenCV's
   * HLS of 8 bits, computed in float32.
   */
  static final class Hls {
    private static final float SAMPLE = 255;
    private static final float SEXTANT = 60;
    private static final int HUES_A_SEXTANT = 30;

    int hue;
    int lightness;
    int saturation;

    /** Takes a pixel of red, green and blue. */
    void read(byte[] data, int at) {
      int red = data[at] & 0xff;
      int green = data[at + 1] & 0xff;
      int blue = data[at + 2] & 0xff;
      int max = Math.max(red, Math.max(green, blue));
      int min = Math.min(red, Math.min(green, blue));
      float range = unit(max) - unit(min);
      float sum = unit(max) + unit(min);
      float light = sum / 2;
      float angle = 0;
      float purity = 0;
      if (max > min) {
        purity = light < 0.5f ? range / sum : range / (2 - sum);
        float step = SEXTANT / range;
        if (max == red) {
          angle = (unit(green) - unit(blue)) * step;
        } else if (max == green) {
          angle = fused(unit(blue) - unit(red), step, 2 * SEXTANT);
        } else {
          angle = fused(unit(red) - unit(green), step, 4 * SEXTANT);
        }
        angle = angle < 0 ? angle + 6 * SEXTANT : angle;
      }
      hue = (int) Math.rint(angle / 2);
      lightness = (int) Math.rint(light * SAMPLE);
      saturation = (int) Math.rint(purity * SAMPLE);
    }

    private static float unit(int sample) {
      return sample * (1 / SAMPLE);
    }

    /** Multiplies and adds, and rounds but once, as OpenCV does. */
    private static float fused(float a, float b, float c) {
      return (float) ((double) a * b + c);
    }

    /** Writes the pixel as red, green and blue. */
    void write(byte[] data, int at) {
      float light = unit(lightness);
      float purity = unit(saturation);
      float high = light <= 0.5f ? light * (1 + purity) : light + purity - light * purity;
      float low = 2 * light - high;
      int sextant = hue / HUES_A_SEXTANT % 6;
      float place = hue % HUES_A_SEXTANT / (float) HUES_A_SEXTANT;
      float falling = low + (high - low) * (1 - place);
      float rising = low + (high - low) * place;
      switch (sextant) {
        case 0 -> write(data, at, high, rising, low);
        case 1 -> write(data, at, falling, high, low);
        case 2 -> write(data, at, low, high, rising);
        case 3 -> write(data, at, low, falling, high);
        case 4 -> write(data, at, rising, low, high);
        default -> write(data, at, high, low, falling);
      }
    }

    private static void write(byte[] data, int at, float red, float green, float blue) {
      data[at] = ColorStep.SampleTable.sample(red * SAMPLE);
      data[at + 1] = ColorStep.SampleTable.sample(green * SAMPLE);
      data[at + 2] = ColorStep.SampleTable.sample(blue * SAMPLE);
    }
  }
}
