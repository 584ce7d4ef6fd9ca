// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.images.codec.Pixels;
import dev.recordio.images.resample.Crops;

/** Where a crop is cut out. */
enum Place {
  /** In the middle. */
  CENTRE,
  /** At a place that is drawn, both ends included. */
  ANYWHERE;

  /** Returns what the option rand-crop chooses. */
  static Place of(AugmentOptions options) {
    return options.values().flag(AugmentOption.RAND_CROP) ? ANYWHERE : CENTRE;
  }

  /** Cuts a crop of a size out. */
  void cut(Pixels image, int width, int height, Draws draws, Pixels to) {
    if (this == CENTRE) {
      Crops.cutCentre(image, width, height, to);
      return;
    }
    int left = draws.below(Draws.Name.CROP_X, image.width() - width + 1);
    int top = draws.below(Draws.Name.CROP_Y, image.height() - height + 1);
    Crops.cut(image, left, top, width, height, to);
  }
}
