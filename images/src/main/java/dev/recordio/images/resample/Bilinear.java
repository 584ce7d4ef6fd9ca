// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.images.codec.Pixels;
import java.util.Arrays;

/** Bilinear interpolation of 8 bits in OpenCV's fixed point, which its enlarging area uses, too. */
final class Bilinear implements Resizing {
  /** What the sum of two rows drops of each of them: so that 16 bits hold them. */
  private static final int DROPPED = 4;

  private final Interpolation method;
  private final Taps rows = new Taps();
  private final RowSums sums;
  private final int[] pixels = new int[STRIP];

  /** Creates one for {@link Interpolation#BILINEAR} or {@link Interpolation#AREA}. */
  Bilinear(Interpolation method) {
    this.method = method;
    sums = new RowSums(method, DROPPED);
  }

  @Override
  public void resize(Pixels from, Pixels to) {
    for (int left = 0; left < to.width(); left += STRIP) {
      int count = Math.min(STRIP, to.width() - left);
      sums.begin(from, to.width(), left, count);
      for (int y = 0; y < to.height(); y++) {
        rows.fill(method, from.height(), to.height(), y, 1, false);
        int first = rows.first(0);
        mix(sums.row(first), sums.row(first + 1), to.channels(), count);
        Samples.store(pixels, count, to, left, y);
      }
    }
  }

  private void mix(int[][] upper, int[][] lower, int channels, int count) {
    int above = rows.fixed()[0];
    int below = rows.fixed()[1];
    if (channels == 3) {
      three(upper, lower, above, below, pixels, count);
      return;
    }
    Arrays.fill(pixels, 0, count, 0);
    for (int c = 0; c < channels; c++) {
      add(upper[c], lower[c], above, below, 8 * c, pixels, count);
    }
  }

  private static void three(
      int[][] upper, int[][] lower, int above, int below, int[] into, int count) {
    int[] r = upper[0];
    int[] g = upper[1];
    int[] b = upper[2];
    int[] s = lower[0];
    int[] h = lower[1];
    int[] c = lower[2];
    for (int i = 0; i < count; i++) {
      into[i] =
          (above * r[i] >> 16) + (below * s[i] >> 16) + 2 >> 2
              | (above * g[i] >> 16) + (below * h[i] >> 16) + 2 >> 2 << 8
              | (above * b[i] >> 16) + (below * c[i] >> 16) + 2 >> 2 << 16;
    }
  }

  private static void add(
      int[] upper, int[] lower, int above, int below, int shift, int[] into, int count) {
    for (int i = 0; i < count; i++) {
      into[i] |= (above * upper[i] >> 16) + (below * lower[i] >> 16) + 2 >> 2 << shift;
    }
  }
}
