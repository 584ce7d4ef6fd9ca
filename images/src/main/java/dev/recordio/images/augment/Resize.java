// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;
import dev.recordio.images.resample.Interpolation;
import dev.recordio.images.resample.Resampler;

/** Resizes images by the method of the options. */
class Resize {
  private final Interpolation method;
  private final Resampler resampler = new Resampler();

  Resize(Interpolation method) {
    this.method = method;
  }

  /** Returns the method for a change of size: a random one is the same in all of an image. */
  Interpolation method(int width, int height, int newWidth, int newHeight, Draws draws) {
    double draw = method == Interpolation.RANDOM ? draws.unit(Draws.Name.INTERPOLATION) : 0;
    return method.choose(width, height, newWidth, newHeight, draw);
  }

  /** Resizes an image by the method for this change of size. */
  void apply(Pixels from, int width, int height, Draws draws, Pixels to) {
    apply(from, width, height, method(from.width(), from.height(), width, height, draws), to);
  }

  /** Resizes an image by a method. */
  void apply(Pixels from, int width, int height, Interpolation chosen, Pixels to) {
    resampler.resize(from, width, height, chosen, to);
  }

  /** The limit of pixels, as it is held against sizes that an image is about to get. */
  record Limit(long maxPixels) {
    /**
     * Checks a size before anything of it is allocated.
     *
     * @param step what makes it so, for the message
     * @throws MalformedRecordException when it is beyond the limit
     */
    void check(String step, Pixels image, long width, long height) throws MalformedRecordException {
      if (width > maxPixels / height) {
        throw error(
            "at most " + maxPixels + " pixels after " + step,
            width + "x" + height + ", from an image of " + size(image));
      }
    }

    /** Returns the error of an image whose size does not do. */
    static MalformedRecordException error(String expected, String found) {
      return new MalformedRecordException("invalid image", null, 0, -1, expected, found);
    }

    /** Returns columns and rows, for messages. */
    static String size(Pixels image) {
      return image.width() + "x" + image.height();
    }
  }
}
