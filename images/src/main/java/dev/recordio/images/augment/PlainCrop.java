// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;
import dev.recordio.images.resample.Interpolation;
import dev.recordio.images.resample.Size;

/**
 * Cuts the size of the batch out of an image: in the middle, or at a place that is drawn. A smaller
 * image is enlarged before.
 */
final class PlainCrop implements Crop {
  private final int width;
  private final int height;
  private final Place place;
  private final Resize resize;
  private final SizeLimit limit;

  PlainCrop(AugmentOptions options, Resize resize, SizeLimit limit) {
    width = options.width();
    height = options.height();
    place = Place.of(options);
    this.resize = resize;
    this.limit = limit;
  }

  @Override
  public void cut(Pixels image, Pixels spare, Draws draws, Pixels to)
      throws MalformedRecordException {
    Interpolation method =
        resize.method(image.width(), image.height(), width, height, draws); // for both
    if (image.height() < height) {
      grow(image, Size.ofRows(image, height), height + " rows", method, spare);
    }
    if (image.width() < width) {
      grow(image, Size.ofColumns(image, width), width + " columns", method, spare);
    }
    place.cut(image, width, height, draws, to);
  }

  private void grow(Pixels image, Size size, String to, Interpolation method, Pixels spare)
      throws MalformedRecordException {
    limit.check("growth to " + to, image, size.width(), size.height());
    resize.apply(image, (int) size.width(), (int) size.height(), method, spare);
    image.swap(spare);
  }
}
