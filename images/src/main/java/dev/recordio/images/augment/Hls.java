// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

/**
 * A pixel as hue (0 to 180, steps of two degrees), lightness and saturation (0 to 255): OpenCV's
 * HLS of 8 bits, computed in float32.
 */
final class Hls {
  private static final float SAMPLE = 255;
  private static final float EPSILON = 0x1p-23f;
  private static final float SEXTANT = 60;
  private static final int HUES_A_SEXTANT = 30;

  int hue;
  int lightness;
  int saturation;

  /** Takes a pixel of red, green and blue. */
  void read(byte[] data, int at) {
    float red = (data[at] & 0xff) * (1 / SAMPLE);
    float green = (data[at + 1] & 0xff) * (1 / SAMPLE);
    float blue = (data[at + 2] & 0xff) * (1 / SAMPLE);
    float max = Math.max(red, Math.max(green, blue));
    float min = Math.min(red, Math.min(green, blue));
    float range = max - min;
    float light = (max + min) / 2;
    float angle = 0;
    float purity = 0;
    if (range > EPSILON) {
      purity = light < 0.5f ? range / (max + min) : range / (2 - max - min);
      float step = SEXTANT / range;
      if (max == red) {
        angle = (green - blue) * step;
      } else if (max == green) {
        angle = (blue - red) * step + 2 * SEXTANT;
      } else {
        angle = (red - green) * step + 4 * SEXTANT;
      }
      angle = angle < 0 ? angle + 6 * SEXTANT : angle;
    }
    hue = (int) Math.rint(angle / 2);
    lightness = (int) Math.rint(light * SAMPLE);
    saturation = (int) Math.rint(purity * SAMPLE);
  }

  /** Writes the pixel as red, green and blue. */
  void write(byte[] data, int at) {
    float light = lightness * (1 / SAMPLE);
    float purity = saturation * (1 / SAMPLE);
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
