// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import static dev.recordio.order.Draws.mix;

/**
 * Random numbers of one image: each is a function of seed, epoch, id and the name of the draw, and
 * of nothing else. So the order of draws does not matter, nor which other draws there are.
 *
 * <p>The four are mixed one after the other by the finisher of SplitMix64, which spreads each bit
 * over all others. The function is the same in every version, and on every machine.
 */
public final class Draws {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** What a number is drawn for. Names are part of the function: their numbers never change. */
  public enum Name {
    INTERPOLATION,
    SHEAR,
    ANGLE,
    SCALE,
    ASPECT,
    RESIZED_AREA,
    RESIZED_ASPECT,
    RESIZED_EXCHANGE,
    CROP_SIZE,
    CROP_X,
    CROP_Y,
    BRIGHTNESS,
    CONTRAST,
    SATURATION,
    COLOR_ORDER,
    HLS_HUE,
    HLS_LIGHTNESS,
    HLS_SATURATION,
    PCA,
    MIRROR,
    NUMBER_CONTRAST,
    NUMBER_ILLUMINATION;

    private final long key;

    Name() {
      long text = 0;
      for (char letter : name().toCharArray()) {
        text = mix(text + letter + GOLDEN);
      }
      key = text;
    }
  }

  private long image;

  /** Creates the draws of no image. */
  public Draws() {}

  /** Chooses the image. */
  public void set(long seed, long epoch, long id) {
    image = mix(mix(mix(seed + GOLDEN) ^ epoch) ^ id);
  }

  /** Returns a number from 0 up to, not including, 1: uniform, 53 bits. */
  public double unit(Name name) {
    return unit(name, 0);
  }

  /** Returns one of several numbers of the same name. */
  public double unit(Name name, int repetition) {
    return (mix(mix(image ^ name.key) + repetition * GOLDEN) >>> 11) * 0x1p-53;
  }

  /** Returns a number from {@code min} to {@code max}, uniform. */
  float between(Name name, int repetition, float min, float max) {
    double number = min + unit(name, repetition) * ((double) max - min);
    return (float) Math.min(number, max);
  }

  /** Returns a number from {@code min} to {@code max}, uniform. */
  float between(Name name, float min, float max) {
    return between(name, 0, min, max);
  }

  /** Returns a whole number from 0 up to, not including, {@code bound}, uniform. */
  int below(Name name, int bound) {
    return (int) (unit(name) * bound);
  }

  /**
   * Returns one of several numbers of the normal distribution of mean 0 and standard deviation 1.
   */
  double normal(Name name, int repetition) {
    // Box and Muller. StrictMath gives the same number on every machine.
    double radius = Math.sqrt(-2 * StrictMath.log(1 - unit(name, 2 * repetition)));
    return radius * StrictMath.cos(2 * Math.PI * unit(name, 2 * repetition + 1));
  }
}
