// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;

/** The limit of pixels, as it is held against sizes that an image is about to get. */
record SizeLimit(long maxPixels) {
  /**
   * Checks a size before anything of it is allocated.
   *
   * @param step what makes it so, for the message
   * @throws MalformedRecordException when it is beyond the limit
   */
  void check(String step, Pixels image, long width, long height) throws MalformedRecordException {
    if (width > maxPixels / height) {
      throw error(
          "at most " + maxPixels + " pixels after " + step,
          width + "x" + height + ", from an image of " + size(image));
    }
  }

  /** Returns the error of an image whose size does not do. */
  static MalformedRecordException error(String expected, String found) {
    return new MalformedRecordException("invalid image", null, 0, -1, expected, found);
  }

  /** Returns columns and rows, for messages. */
  static String size(Pixels image) {
    return image.width() + "x" + image.height();
  }
}
