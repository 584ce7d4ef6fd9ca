// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import java.nio.ByteBuffer;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Makes numbers of pixels: ImageRecordIter's steps 10 and 11, float32, uint8 or int8, planes or
 * pixels. Safe for use by several threads.
 */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class Normalizer {
  /** Creates a normalizer. */
  public Normalizer(AugmentOptions options) {}

  /** Returns the bytes of an image's numbers. */
  public int bytes() {
    throw new UnsupportedOperationException();
  }

  /**
   * Writes the numbers of an image.
   *
   * @param to a direct buffer in native byte order; its position is not used
   * @param at where the numbers begin in it, in bytes
   */
  public void write(AugmentedImage image, ByteBuffer to, int at) {
    throw new UnsupportedOperationException();
  }
}
