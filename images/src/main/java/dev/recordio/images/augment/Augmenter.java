// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.images.codec.Pixels;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Applies ImageRecordIter's steps 3 to 11 to decoded images. For use by one thread. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class Augmenter {
  /** Creates an augmenter. */
  public Augmenter(AugmentOptions options) {}

  /**
   * Makes the image of a batch: of the wanted width, height and channels, not yet mirrored, nor
   * numbers.
   *
   * @param decoded the image; used as a buffer
   * @param into gets what {@link Normalizer} makes numbers of
   */
  public void augment(Pixels decoded, long seed, long epoch, long id, AugmentedImage into) {
    throw new UnsupportedOperationException();
  }
}
