// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import javax.imageio.ImageIO;

/**
 * How far the samples of images are apart, decoded by ImageIO itself and not by our codec.
 *
 * @param images compared
 * @param equal how many of them have no other sample
 * @param worstMean the mean difference of the image where it is largest
 * @param max the largest difference
 */
record Difference(int images, int equal, double worstMean, int max) {
  static final Difference NONE = new Difference(0, 0, 0, 0);

  /** Returns this with two more images. */
  Difference and(byte[] expected, byte[] actual) throws IOException {
    Raster a = ImageIO.read(new ByteArrayInputStream(expected)).getRaster();
    Raster b = ImageIO.read(new ByteArrayInputStream(actual)).getRaster();
    String shape = shape(a);
    if (!shape.equals(shape(b))) {
      throw new AssertionError("expected " + shape + ", found " + shape(b));
    }
    int[] left = a.getPixels(0, 0, a.getWidth(), a.getHeight(), (int[]) null);
    int[] right = b.getPixels(0, 0, b.getWidth(), b.getHeight(), (int[]) null);
    long sum = 0;
    int largest = 0;
    for (int i = 0; i < left.length; i++) {
      int apart = Math.abs(left[i] - right[i]);
      sum += apart;
      largest = Math.max(largest, apart);
    }
    double mean = (double) sum / left.length;
    return new Difference(
        images + 1, equal + (sum == 0 ? 1 : 0), Math.max(worstMean, mean), Math.max(max, largest));
  }

  private static String shape(Raster raster) {
    return raster.getWidth()
        + "x"
        + raster.getHeight()
        + " "
        + Arrays.toString(raster.getSampleModel().getSampleSize());
  }
}
