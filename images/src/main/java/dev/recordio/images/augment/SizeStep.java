// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;

/** A step that gives an image another size. */
interface SizeStep {
  /**
   * Applies the step.
   *
   * @param image the image, and then what became of it
   * @param spare a buffer
   * @throws MalformedRecordException when the image has a size with which it is impossible
   */
  void apply(Pixels image, Pixels spare, Draws draws) throws MalformedRecordException;
}
