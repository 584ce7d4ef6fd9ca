// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;
import java.util.Arrays;

/** Adds pixels on all four sides: of the fill value, and transparent, as with ImageRecordIter. */
final class PadStep implements SizeStep {
  private static final int RGBA = 4;

  private final int pad;
  private final byte fill;
  private final SizeLimit limit;

  PadStep(int pad, int fill, SizeLimit limit) {
    this.pad = pad;
    this.fill = (byte) fill;
    this.limit = limit;
  }

  @Override
  public void apply(Pixels image, Pixels spare, Draws draws) throws MalformedRecordException {
    int width = image.width() + 2 * pad;
    int height = image.height() + 2 * pad;
    limit.check("pad " + pad, image, width, height);
    spare.reshape(width, height, image.channels(), image.depth());
    Arrays.fill(spare.data(), 0, spare.bytes(), fill);
    if (spare.channels() == RGBA) {
      for (int at = RGBA - 1; at < spare.bytes(); at += RGBA) {
        spare.data()[at] = 0;
      }
    }
    int to = pad * spare.rowBytes() + pad * spare.pixelBytes();
    for (int row = 0; row < image.height(); row++, to += spare.rowBytes()) {
      int from = row * image.rowBytes();
      System.arraycopy(image.data(), from, spare.data(), to, image.rowBytes());
    }
    image.swap(spare);
  }
}
