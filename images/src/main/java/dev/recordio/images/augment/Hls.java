// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

/**
 * A pixel as hue (0 to 180, steps of two degrees), lightness and saturation (0 to 255): OpenCV's
 * HLS of 8 bits, computed in float32.
 */
final class Hls {
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
    data[at] = SampleTable.sample(red * SAMPLE);
    data[at + 1] = SampleTable.sample(green * SAMPLE);
    data[at + 2] = SampleTable.sample(blue * SAMPLE);
  }
}
