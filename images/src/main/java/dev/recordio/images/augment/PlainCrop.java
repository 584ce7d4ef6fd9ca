// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;
import dev.recordio.images.resample.Crops;
import dev.recordio.images.resample.Interpolation;

/**
 * Cuts the size of the batch out of an image: in the middle, or at a place that is drawn. A smaller
 * image is enlarged before.
 */
final class PlainCrop implements Crop {
  private final int width;
  private final int height;
  private final boolean isRandom;
  private final Resize resize;
  private final SizeLimit limit;

  PlainCrop(AugmentOptions options, Resize resize, SizeLimit limit) {
    width = options.width();
    height = options.height();
    isRandom = options.values().flag(AugmentOption.RAND_CROP);
    this.resize = resize;
    this.limit = limit;
  }

  @Override
  public void cut(Pixels image, Pixels spare, Draws draws, Pixels to)
      throws MalformedRecordException {
    Interpolation method =
        resize.method(image.width(), image.height(), width, height, draws); // for both
    if (image.height() < height) {
      float wider = (float) height / image.height() * image.width();
      limit.check("growth to " + height + " rows", image, (long) wider, height);
      resize.apply(image, (int) wider, height, method, spare);
      image.swap(spare);
    }
    if (image.width() < width) {
      float higher = (float) width / image.width() * image.height();
      limit.check("growth to " + width + " columns", image, width, (long) higher);
      resize.apply(image, width, (int) higher, method, spare);
      image.swap(spare);
    }
    if (isRandom) {
      int left = draws.below(Draws.Name.CROP_X, image.width() - width + 1);
      int top = draws.below(Draws.Name.CROP_Y, image.height() - height + 1);
      Crops.cut(image, left, top, width, height, to);
    } else {
      Crops.cutCentre(image, width, height, to);
    }
  }
}
