// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.images.codec.Pixels;

/**
 * A size that im2rec and ImageRecordIter compute for an image. It may be beyond any limit: to be
 * checked before it is used.
 *
 * @param width columns
 * @param height rows
 */
public record Size(long width, long height) {
  /** Returns the size of an image whose short edge is made {@code edge}; the other is floored. */
  public static Size ofShortEdge(Pixels image, int edge) {
    int width = image.width();
    int height = image.height();
    long other = (long) edge * Math.max(width, height) / Math.min(width, height);
    return height > width ? new Size(edge, other) : new Size(other, edge);
  }

  /** Returns the size of an image that is given so many rows, by arithmetic of float32. */
  public static Size ofRows(Pixels image, int rows) {
    return new Size((long) ((float) rows / image.height() * image.width()), rows);
  }

  /** Returns the size of an image that is given so many columns, by arithmetic of float32. */
  public static Size ofColumns(Pixels image, int columns) {
    return new Size(columns, (long) ((float) columns / image.width() * image.height()));
  }
}
