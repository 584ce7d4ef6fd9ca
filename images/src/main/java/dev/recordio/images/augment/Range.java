// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

/** What a number is drawn from, both ends included. */
record Range(float min, float max) {
  /** Returns the ratios of width to height: given by both ends, or by the distance from 1. */
  static Range ratios(AugmentOptions options) {
    float max = options.values().number(AugmentOption.MAX_ASPECT_RATIO);
    return options.values().isSet(AugmentOption.MIN_ASPECT_RATIO)
        ? new Range(options.values().number(AugmentOption.MIN_ASPECT_RATIO), max)
        : new Range(1 - max, 1 + max);
  }

  /** Whether there is but one number, 1, to draw. */
  boolean isOne() {
    return min == 1 && max == 1;
  }
}
