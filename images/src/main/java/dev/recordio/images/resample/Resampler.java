// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.images.codec.Pixels;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Resizes images by the rules of OpenCV's resize: on samples of 8 bits nearest, bilinear and
 * enlarging area are equal to its results, the others within 1. Tables and buffers are used again:
 * for use by one thread.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class Resampler {
  /** Creates a resampler. */
  public Resampler() {}

  /**
   * Resizes an image.
   *
   * @param from the image, of 8 or 16 bits
   * @param width columns of the result, at least 1
   * @param height rows of the result, at least 1
   * @param method one of the first five; others are {@linkplain Interpolation#choose chosen} before
   * @param to gets the result; another object than {@code from}
   */
  public void resize(Pixels from, int width, int height, Interpolation method, Pixels to) {
    throw new UnsupportedOperationException();
  }
}
