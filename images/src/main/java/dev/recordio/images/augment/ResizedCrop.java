// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;

/**
 * Cuts a random area of a random aspect at a random place, and resizes it to the size of the batch.
 * An area or aspect that does not fit is drawn again; after ten times another crop is taken.
 */
final class ResizedCrop implements Crop {
  private static final int TRIES = 10;
  private static final double HALF = 0.5;

  private final int width;
  private final int height;
  private final Range areas;
  private final Range ratios;
  private final Resize resize;
  private final Crop otherwise;

  ResizedCrop(AugmentOptions options, Resize resize, Crop otherwise) {
    width = options.width();
    height = options.height();
    areas =
        new Range(
            options.values().number(AugmentOption.MIN_RANDOM_AREA),
            options.values().number(AugmentOption.MAX_RANDOM_AREA));
    ratios = Range.ratios(options);
    this.resize = resize;
    this.otherwise = otherwise;
  }

  @Override
  public void cut(Pixels image, Pixels spare, Draws draws, Pixels to)
      throws MalformedRecordException {
    int tries = areas.isOne() && ratios.isOne() ? 0 : TRIES;
    for (int i = 0; i < tries; i++) {
      double part = draws.between(Draws.Name.RESIZED_AREA, i, areas.min(), areas.max());
      double area = part * image.width() * image.height();
      double ratio = draws.between(Draws.Name.RESIZED_ASPECT, i, ratios.min(), ratios.max());
      long one = Math.round(Math.sqrt(area * ratio));
      long other = Math.round(Math.sqrt(area / ratio));
      boolean exchanged = draws.unit(Draws.Name.RESIZED_EXCHANGE, i) < HALF;
      long columns = exchanged ? other : one;
      long rows = exchanged ? one : other;
      if (columns >= 1 && rows >= 1 && columns <= image.width() && rows <= image.height()) {
        Place.ANYWHERE.cut(image, (int) columns, (int) rows, draws, spare);
        resize.apply(spare, width, height, draws, to);
        return;
      }
    }
    otherwise.cut(image, spare, draws, to);
  }
}
