// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.images.codec.Pixels;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Rotates, shears and scales images by the rules of OpenCV's warpAffine. For use by one thread. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class AffineWarp {
  /**
   * Warps an image of 8 bits.
   *
   * @param matrix six numbers, row by row: from places in {@code from} to those in {@code to}
   * @param width columns of the result
   * @param height rows of the result
   * @param fill what a sample outside {@code from} is, 0 to 255
   */
  public void warp(
      Pixels from,
      double[] matrix,
      int width,
      int height,
      Interpolation method,
      int fill,
      Pixels to) {
    throw new UnsupportedOperationException();
  }
}
