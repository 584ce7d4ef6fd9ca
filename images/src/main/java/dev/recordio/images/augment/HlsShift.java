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
    hue = options.values().whole(RANDOM_H);
    lightness = options.values().whole(RANDOM_L);
    saturation = options.values().whole(RANDOM_S);
  }

  /** Whether the options ask for it. */
  static boolean isWanted(AugmentOptions options) {
    return options.values().isSet(RANDOM_H)
        || options.values().isSet(RANDOM_L)
        || options.values().isSet(RANDOM_S);
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
}
