// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.images.codec.Pixels;
import java.util.Arrays;

/** Shrinks by whole numbers, to the mean of blocks of pixels, of any depth. */
final class AreaBlocks implements Resizing {
  private static final int HALVED = 2;

  private long[] sums = {};
  private float[] means = {};

  /**
   * Returns whether OpenCV takes a ratio for a whole one: it divides twice, so that some, 49 for
   * one, are not.
   */
  static boolean divides(int in, int out) {
    double scale = 1 / ((double) out / in);
    return Math.abs(scale - Math.rint(scale)) < Math.ulp(1.0);
  }

  @Override
  public void resize(Pixels from, Pixels to) {
    int across = from.width() / to.width();
    int down = from.height() / to.height();
    int samples = Math.min(STRIP, to.width()) * to.channels();
    if (sums.length < samples) {
      sums = new long[samples];
      means = new float[samples];
    }
    for (int left = 0; left < to.width(); left += STRIP) {
      int count = Math.min(STRIP, to.width() - left);
      for (int y = 0; y < to.height(); y++) {
        Arrays.fill(sums, 0, count * to.channels(), 0);
        for (int row = y * down; row < (y + 1) * down; row++) {
          add(from, row * from.rowBytes() + left * across * from.pixelBytes(), across, count);
        }
        mean(across, down, count * to.channels());
        Samples.store(means, count * to.channels(), to, left, y);
      }
    }
  }

  private void add(Pixels from, int begin, int across, int count) {
    byte[] data = from.data();
    int channels = from.channels();
    int bytes = from.pixelBytes();
    int to = 0;
    int at = begin;
    for (int i = 0; i < count; i++, to += channels) {
      for (int x = 0; x < across; x++, at += bytes) {
        for (int c = 0; c < channels; c++) {
          sums[to + c] += from.depth() == 8 ? data[at + c] & 0xff : Samples.wide(data, at + 2 * c);
        }
      }
    }
  }

  private void mean(int across, int down, int samples) {
    if (across == HALVED && down == HALVED) {
      for (int i = 0; i < samples; i++) {
        means[i] = sums[i] + 2 >> 2;
      }
      return;
    }
    // The area as an int, as OpenCV has it, but for areas that none holds.
    float scale = 1f / ((float) across * down);
    for (int i = 0; i < samples; i++) {
      means[i] = sums[i] * scale;
    }
  }
}
