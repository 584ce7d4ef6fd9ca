// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;
import dev.recordio.images.resample.Crops;
import dev.recordio.images.resample.Interpolation;
import dev.recordio.images.resample.Size;

/** The step that gives all images the size of the batch. */
interface Crop {
  /**
   * Cuts an image.
   *
   * @param image the image; used as a buffer
   * @param spare a buffer
   * @param to gets the result
   * @throws MalformedRecordException when the image has a size with which it is impossible
   */
  void cut(Pixels image, Pixels spare, Draws draws, Pixels to) throws MalformedRecordException;

  /** Where a crop is cut out. */
  enum Place {
    /** In the middle. */
    CENTRE,
    /** At a place that is drawn, both ends included. */
    ANYWHERE;

    /** Returns what the option rand-crop chooses. */
    static Place of(AugmentOptions options) {
      return options.flag(AugmentOption.RAND_CROP) ? ANYWHERE : CENTRE;
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

  /**
   * Cuts the size of the batch out of an image: in the middle, or at a place that is drawn. A
   * smaller image is enlarged before.
   */
  final class Plain implements Crop {
    private final int width;
    private final int height;
    private final Place place;
    private final Resize resize;
    private final Resize.Limit limit;

    Plain(AugmentOptions options, Resize resize, Resize.Limit limit) {
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

  /** Cuts a square of an edge that is drawn, and resizes it to the size of the batch. */
  final class Square implements Crop {
    private final int width;
    private final int height;
    private final int min;
    private final int max;
    private final Place place;
    private final Resize resize;

    Square(AugmentOptions options, Resize resize) {
      width = options.width();
      height = options.height();
      min = options.whole(AugmentOption.MIN_CROP_SIZE);
      max = options.whole(AugmentOption.MAX_CROP_SIZE);
      place = Place.of(options);
      this.resize = resize;
    }

    /** Whether the options ask for it. */
    static boolean isWanted(AugmentOptions options) {
      return options.isSet(AugmentOption.MAX_CROP_SIZE);
    }

    @Override
    public void cut(Pixels image, Pixels spare, Draws draws, Pixels to)
        throws MalformedRecordException {
      if (image.width() < max || image.height() < max) {
        throw Resize.Limit.error(
            "at least " + max + "x" + max + " pixels, as max-crop-size is " + max,
            Resize.Limit.size(image));
      }
      int edge = min + draws.below(Draws.Name.CROP_SIZE, max - min + 1);
      place.cut(image, edge, edge, draws, spare);
      resize.apply(spare, width, height, draws, to);
    }
  }

  /**
   * Cuts a random area of a random aspect at a random place, and resizes it to the size of the
   * batch. An area or aspect that does not fit is drawn again; after ten times another crop is
   * taken.
   */
  final class Resized implements Crop {
    private static final int TRIES = 10;
    private static final double HALF = 0.5;

    private final int width;
    private final int height;
    private final AugmentOptions.Range areas;
    private final AugmentOptions.Range ratios;
    private final Resize resize;
    private final Crop otherwise;

    Resized(AugmentOptions options, Resize resize, Crop otherwise) {
      width = options.width();
      height = options.height();
      areas =
          new AugmentOptions.Range(
              options.number(AugmentOption.MIN_RANDOM_AREA),
              options.number(AugmentOption.MAX_RANDOM_AREA));
      ratios = options.ratios();
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
}
