// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;

/**
 * Gives all images one shape, without chance: the short edge is resized if that is wanted, then
 * what is still smaller than the shape is enlarged, then the middle is cut out. These are
 * ImageRecordIter's steps 3 and 6 without any random option. For use by one thread.
 */
public final class CentreFit {
  private final int resize;
  private final int width;
  private final int height;
  private final Interpolation method;
  private final ShortEdge shortEdge;
  private final Pixels buffer = new Pixels();

  /**
   * Creates one.
   *
   * @param resize pixels of the short edge; 0 to leave it as it is
   * @param width columns of the results
   * @param height rows of the results
   * @param method any but {@link Interpolation#RANDOM}
   * @param maxPixels width times height of an enlarged image at most
   */
  public CentreFit(int resize, int width, int height, Interpolation method, long maxPixels) {
    if (method == Interpolation.RANDOM) {
      throw new IllegalArgumentException("a method of interpolation that is not drawn");
    }
    this.resize = resize;
    this.width = width;
    this.height = height;
    this.method = method;
    shortEdge = new ShortEdge(new Resampler(), maxPixels);
  }

  /**
   * Changes an image to the shape.
   *
   * @throws MalformedRecordException when it would have too many pixels on the way
   */
  public void fit(Pixels image) throws MalformedRecordException {
    if (resize > 0) {
      shortEdge.resize(image, resize, method, 0, buffer);
    }
    // Chosen once, by the size before both steps.
    Interpolation chosen = method.choose(image.width(), image.height(), width, height, 0);
    if (image.height() < height) {
      shortEdge.resize(image, Size.ofRows(image, height), chosen, 0, buffer);
    }
    if (image.width() < width) {
      shortEdge.resize(image, Size.ofColumns(image, width), chosen, 0, buffer);
    }
    if (image.width() != width || image.height() != height) {
      Crops.keepCentre(image, width, height);
    }
  }
}
