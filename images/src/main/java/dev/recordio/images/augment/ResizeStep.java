// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;
import dev.recordio.images.resample.Size;

/** Makes the short edge of an image a given length, also a greater one. */
final class ResizeStep implements SizeStep {
  private final int edge;
  private final Resize resize;
  private final SizeLimit limit;

  ResizeStep(int edge, Resize resize, SizeLimit limit) {
    this.edge = edge;
    this.resize = resize;
    this.limit = limit;
  }

  @Override
  public void apply(Pixels image, Pixels spare, Draws draws) throws MalformedRecordException {
    Size size = Size.ofShortEdge(image, edge);
    limit.check("resize to " + edge, image, Math.max(size.width(), size.height()), edge);
    resize.apply(image, (int) size.width(), (int) size.height(), draws, spare);
    image.swap(spare);
  }
}
