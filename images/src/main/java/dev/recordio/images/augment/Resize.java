// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

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
}
