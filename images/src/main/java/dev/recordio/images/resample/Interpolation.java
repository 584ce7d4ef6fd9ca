// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * How images are resized: the methods, with the numbers of im2rec's and ImageRecordIter's options.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum Interpolation {
  NEAREST(0),
  BILINEAR(1),
  CUBIC(2),
  AREA(3),
  LANCZOS(4),
  /** Cubic when both edges grow, area when both shrink, else bilinear. */
  AUTO(9),
  /** One of the five above at random. */
  RANDOM(10);

  private static final int DRAWN = 5;

  private final int number;

  Interpolation(int number) {
    this.number = number;
  }

  /** Returns the number that users write. */
  public int number() {
    return number;
  }

  /**
   * Returns the method of a number.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Interpolation of(int number) {
    for (Interpolation each : values()) {
      if (each.number == number) {
        return each;
      }
    }
    throw new IllegalArgumentException("no method of interpolation: " + number);
  }

  /**
   * Returns the method itself, or one of the first five, which {@link #AUTO} or {@link #RANDOM}
   * chooses.
   *
   * @param draw from 0 up to, not including, 1: decides for {@link #RANDOM}
   */
  public Interpolation choose(int width, int height, int newWidth, int newHeight, double draw) {
    if (this == RANDOM) {
      return values()[(int) (draw * DRAWN)];
    }
    if (this != AUTO) {
      return this;
    }
    if (newWidth > width && newHeight > height) {
      return CUBIC;
    }
    return newWidth < width && newHeight < height ? AREA : BILINEAR;
  }
}
