// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.images.codec.Pixels;

/**
 * Rotates, shears and scales images by the rules of OpenCV's warpAffine: places in the source are
 * fixed point numbers, rounded to 32nds of a pixel. For use by one thread.
 */
public final class AffineWarp {
  private static final int BITS = 10;
  private static final int SCALE = 1 << BITS;
  private static final int DROPPED = BITS - WarpWeights.FRACTION_BITS;
  private static final int HALF = 1 << WarpWeights.BITS - 1;
  private static final int MASK = (1 << WarpWeights.FRACTION_BITS) - 1;

  private final double[] inverse = new double[6];
  private int[] across = {};
  private int[] down = {};

  private Pixels source;
  private int channels;
  private byte[] data;
  private int fill;

  /** Creates a warp. */
  public AffineWarp() {}

  /**
   * Warps an image of 8 bits.
   *
   * @param from the image
   * @param matrix six numbers, row by row: from places in {@code from} to those in {@code to}
   * @param width columns of the result
   * @param height rows of the result
   * @param method one of the first five; area is done as bilinear
   * @param fill what a sample outside {@code from} is, 0 to 255
   * @param to gets the result; another object than {@code from}
   * @throws IllegalArgumentException when the image has 16 bits, is the result too, or the method
   *     is none of the first five
   */
  public void warp(
      Pixels from,
      double[] matrix,
      int width,
      int height,
      Interpolation method,
      int fill,
      Pixels to) {
    if (from == to || from.depth() != 8) {
      throw new IllegalArgumentException("only another image, of 8 bits, can be warped");
    }
    WarpWeights weights = method == Interpolation.NEAREST ? null : WarpWeights.of(method);
    to.reshape(width, height, from.channels(), from.depth());
    source = from;
    data = from.data();
    channels = from.channels();
    this.fill = fill;
    invert(matrix);
    prepare(width);
    int half = weights == null ? SCALE / 2 : SCALE >> WarpWeights.FRACTION_BITS + 1;
    for (int y = 0; y < height; y++) {
      long left = fixed(inverse[1] * y + inverse[2]) + half;
      long top = fixed(inverse[4] * y + inverse[5]) + half;
      if (weights == null) {
        nearest(left, top, width, to.data(), y * to.rowBytes());
      } else {
        weighted(left, top, width, weights, to.data(), y * to.rowBytes());
      }
    }
  }

  private void invert(double[] matrix) {
    double determinant = matrix[0] * matrix[4] - matrix[1] * matrix[3];
    double factor = determinant != 0 ? 1 / determinant : 0;
    inverse[0] = matrix[4] * factor;
    inverse[1] = matrix[1] * -factor;
    inverse[3] = matrix[3] * -factor;
    inverse[4] = matrix[0] * factor;
    inverse[2] = -inverse[0] * matrix[2] - inverse[1] * matrix[5];
    inverse[5] = -inverse[3] * matrix[2] - inverse[4] * matrix[5];
  }

  private void prepare(int width) {
    if (across.length < width) {
      across = new int[width];
      down = new int[width];
    }
    for (int x = 0; x < width; x++) {
      across[x] = fixed(inverse[0] * x);
      down[x] = fixed(inverse[3] * x);
    }
  }

  private static int fixed(double place) {
    return (int) Math.rint(place * SCALE);
  }

  private void nearest(long left, long top, int width, byte[] into, int begin) {
    int at = begin;
    for (int i = 0; i < width; i++, at += channels) {
      int x = (int) (left + across[i] >> BITS);
      int y = (int) (top + down[i] >> BITS);
      boolean inside = x >= 0 && y >= 0 && x < source.width() && y < source.height();
      int pixel = inside ? y * source.rowBytes() + x * channels : 0;
      for (int c = 0; c < channels; c++) {
        into[at + c] = inside ? data[pixel + c] : (byte) fill;
      }
    }
  }

  private void weighted(
      long left, long top, int width, WarpWeights weights, byte[] into, int begin) {
    int size = weights.size();
    int before = size / 2 - 1;
    int at = begin;
    for (int i = 0; i < width; i++, at += channels) {
      int across32 = (int) (left + across[i] >> DROPPED);
      int down32 = (int) (top + down[i] >> DROPPED);
      int x = (across32 >> WarpWeights.FRACTION_BITS) - before;
      int y = (down32 >> WarpWeights.FRACTION_BITS) - before;
      int first = weights.at(across32 & MASK, down32 & MASK);
      if (x >= 0 && y >= 0 && x + size <= source.width() && y + size <= source.height()) {
        if (size == 2) {
          four(x, y, weights.table(), first, into, at);
        } else {
          inside(x, y, weights.table(), first, size, into, at);
        }
      } else {
        atEdge(x, y, weights.table(), first, size, into, at);
      }
    }
  }

  private void four(int x, int y, int[] table, int first, byte[] into, int at) {
    int upper = y * source.rowBytes() + x * channels;
    int lower = upper + source.rowBytes();
    int a = table[first];
    int b = table[first + 1];
    int c = table[first + 2];
    int d = table[first + 3];
    for (int i = 0; i < channels; i++) {
      int sum =
          (data[upper + i] & 0xff) * a
              + (data[upper + channels + i] & 0xff) * b
              + (data[lower + i] & 0xff) * c
              + (data[lower + channels + i] & 0xff) * d;
      into[at + i] = (byte) (sum + HALF >> WarpWeights.BITS);
    }
  }

  private void inside(int x, int y, int[] table, int first, int size, byte[] into, int at) {
    for (int c = 0; c < channels; c++) {
      int sum = HALF;
      int weight = first;
      int pixel = y * source.rowBytes() + x * channels + c;
      for (int row = 0; row < size; row++, pixel += source.rowBytes()) {
        for (int k = 0; k < size; k++) {
          sum += (data[pixel + k * channels] & 0xff) * table[weight++];
        }
      }
      into[at + c] = (byte) Samples.clamped(sum >> WarpWeights.BITS);
    }
  }

  /** Some of the pixels are beyond the image: they are what the place is filled with. */
  private void atEdge(int x, int y, int[] table, int first, int size, byte[] into, int at) {
    for (int c = 0; c < channels; c++) {
      int sum = (fill << WarpWeights.BITS) + HALF;
      for (int row = Math.max(0, -y); row < Math.min(size, source.height() - y); row++) {
        int pixel = (y + row) * source.rowBytes() + x * channels + c;
        for (int k = Math.max(0, -x); k < Math.min(size, source.width() - x); k++) {
          int above = (data[pixel + k * channels] & 0xff) - fill;
          sum += above * table[first + row * size + k];
        }
      }
      into[at + c] = (byte) Samples.clamped(sum >> WarpWeights.BITS);
    }
  }
}
