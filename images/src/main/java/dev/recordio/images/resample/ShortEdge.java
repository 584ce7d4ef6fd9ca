// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;

/**
 * Resizes images to a short edge, as the option {@code resize} of im2rec and ImageRecordIter does.
 * For use by one thread.
 */
public final class ShortEdge {
  private final Resampler resampler;
  private final long maxPixels;

  /**
   * Creates one.
   *
   * @param resampler does the work
   * @param maxPixels width times height of a result at most
   */
  public ShortEdge(Resampler resampler, long maxPixels) {
    this.resampler = resampler;
    this.maxPixels = maxPixels;
  }

  /**
   * Makes the short edge of an image {@code edge} pixels long; the other one is floored.
   *
   * @param method one of all
   * @param draw decides for {@link Interpolation#RANDOM}
   * @param buffer gets the result and is then exchanged with {@code image}, so that this has it
   * @throws MalformedRecordException when the result would have too many pixels
   */
  public void resize(Pixels image, int edge, Interpolation method, double draw, Pixels buffer)
      throws MalformedRecordException {
    resize(image, Size.ofShortEdge(image, edge), method, draw, buffer);
  }

  /**
   * Resizes an image.
   *
   * @param size what it becomes
   * @throws MalformedRecordException when that is too many pixels; nothing is allocated then
   */
  void resize(Pixels image, Size size, Interpolation method, double draw, Pixels buffer)
      throws MalformedRecordException {
    int width = image.width();
    int height = image.height();
    if (size.width() > maxPixels / size.height()) {
      throw new MalformedRecordException(
          "invalid image",
          null,
          0,
          -1,
          "a shape that is resized to at most " + maxPixels + " pixels",
          width + "x" + height + ", which becomes " + size.width() + "x" + size.height());
    }
    int newWidth = (int) size.width();
    int newHeight = (int) size.height();
    Interpolation chosen = method.choose(width, height, newWidth, newHeight, draw);
    resampler.resize(image, newWidth, newHeight, chosen, buffer);
    image.swap(buffer);
  }
}
