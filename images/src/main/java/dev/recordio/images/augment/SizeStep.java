// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;
import dev.recordio.images.resample.Size;
import java.util.Arrays;

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

  /** Adds pixels on all four sides: of the fill value, and transparent, as with ImageRecordIter. */
  final class Pad implements SizeStep {
    private static final int RGBA = 4;

    private final int pad;
    private final byte fill;
    private final Resize.Limit limit;

    Pad(int pad, int fill, Resize.Limit limit) {
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

  /** Makes the short edge of an image a given length, also a greater one. */
  record ShortEdge(int edge, Resize resize, Resize.Limit limit) implements SizeStep {
    @Override
    public void apply(Pixels image, Pixels spare, Draws draws) throws MalformedRecordException {
      Size size = Size.ofShortEdge(image, edge);
      limit.check("resize to " + edge, image, Math.max(size.width(), size.height()), edge);
      resize.apply(image, (int) size.width(), (int) size.height(), draws, spare);
      image.swap(spare);
    }
  }
}
