// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.images.codec.Pixels;
import dev.recordio.images.resample.AffineWarp;
import dev.recordio.images.resample.Interpolation;

/**
 * Warps images by the method of the options. What lies outside of an image has the fill value, and
 * is transparent, as with ImageRecordIter.
 */
class Warp {
  private static final int RGBA = 4;

  private final int fill;
  private final Resize methods;
  private final AffineWarp warp = new AffineWarp();
  private final Pixels alpha = new Pixels();
  private final Pixels warpedAlpha = new Pixels();

  Warp(int fill, Resize methods) {
    this.fill = fill;
    this.methods = methods;
  }

  /** Warps an image by a matrix. */
  void apply(Pixels from, double[] matrix, int width, int height, Draws draws, Pixels to) {
    Interpolation method = methods.method(from.width(), from.height(), width, height, draws);
    apply(from, matrix, width, height, method, fill, to);
    if (from.channels() == RGBA && fill != 0) {
      alpha.reshape(from.width(), from.height(), 1, Byte.SIZE);
      for (int i = 0; i < alpha.bytes(); i++) {
        alpha.data()[i] = from.data()[RGBA * i + RGBA - 1];
      }
      apply(alpha, matrix, width, height, method, 0, warpedAlpha);
      for (int i = 0; i < warpedAlpha.bytes(); i++) {
        to.data()[RGBA * i + RGBA - 1] = warpedAlpha.data()[i];
      }
    }
  }

  /** Warps all channels by a method, with a fill value. */
  void apply(
      Pixels from,
      double[] matrix,
      int width,
      int height,
      Interpolation chosen,
      int outside,
      Pixels to) {
    warp.warp(from, matrix, width, height, chosen, outside, to);
  }
}
