// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;

/** Cuts a square of an edge that is drawn, and resizes it to the size of the batch. */
final class SquareCrop implements Crop {
  private final int width;
  private final int height;
  private final int min;
  private final int max;
  private final Place place;
  private final Resize resize;

  SquareCrop(AugmentOptions options, Resize resize) {
    width = options.width();
    height = options.height();
    min = options.values().whole(AugmentOption.MIN_CROP_SIZE);
    max = options.values().whole(AugmentOption.MAX_CROP_SIZE);
    place = Place.of(options);
    this.resize = resize;
  }

  /** Whether the options ask for it. */
  static boolean isWanted(AugmentOptions options) {
    return options.values().isSet(AugmentOption.MAX_CROP_SIZE);
  }

  @Override
  public void cut(Pixels image, Pixels spare, Draws draws, Pixels to)
      throws MalformedRecordException {
    if (image.width() < max || image.height() < max) {
      throw SizeLimit.error(
          "at least " + max + "x" + max + " pixels, as max-crop-size is " + max,
          SizeLimit.size(image));
    }
    int edge = min + draws.below(Draws.Name.CROP_SIZE, max - min + 1);
    place.cut(image, edge, edge, draws, spare);
    resize.apply(spare, width, height, draws, to);
  }
}
