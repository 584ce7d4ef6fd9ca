// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.images.codec.Pixels;

/** A way to resize, with its tables and buffers. */
interface Resizing {
  /** Columns that are made at a time: what tables and buffers are as long as, at most. */
  int STRIP = 2048;

  /** Resizes to the shape that the result has: channels and depth are as in the source. */
  void resize(Pixels from, Pixels to);
}
