// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;

/** The step that gives all images the size of the batch. */
interface Crop {
  /**
   * Cuts an image.
   *
   * @param image the image; used as a buffer
   * @param spare a buffer
   * @param to gets the result
   * @throws MalformedRecordException when the image has a size with which it is impossible
   */
  void cut(Pixels image, Pixels spare, Draws draws, Pixels to) throws MalformedRecordException;
}
