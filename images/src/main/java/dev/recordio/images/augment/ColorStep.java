// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.images.codec.Pixels;

/** A step that changes the colours of an image of three channels in place. */
interface ColorStep {
  /** Changes the samples. */
  void apply(Pixels image, Draws draws);
}
