// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.Pixels;
import dev.recordio.images.resample.Crops;

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
    int width = image.width();
    int height = image.height();
    long other = (long) edge * Math.max(width, height) / Math.min(width, height);
    limit.check("resize to " + edge, image, other, edge);
    int newWidth = Crops.shortEdgeWidth(width, height, edge);
    int newHeight = Crops.shortEdgeHeight(width, height, edge);
    resize.apply(image, newWidth, newHeight, draws, spare);
    image.swap(spare);
  }
}
