// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.images.codec.Pixels;

/** Takes for each pixel the one at the same proportion of the edges, rounded down; of any depth. */
final class Nearest implements Resizing {
  private int[] offsets = {};

  @Override
  public void resize(Pixels from, Pixels to) {
    int bytes = from.pixelBytes();
    double scale = scale(from.width(), to.width());
    for (int left = 0; left < to.width(); left += STRIP) {
      int count = Math.min(STRIP, to.width() - left);
      if (offsets.length < count) {
        offsets = new int[count];
      }
      for (int i = 0; i < count; i++) {
        offsets[i] = place(left + i, scale, from.width()) * bytes;
      }
      rows(from, left * bytes, count, to);
    }
  }

  private void rows(Pixels from, int left, int count, Pixels to) {
    double scale = scale(from.height(), to.height());
    int above = -1;
    for (int y = 0; y < to.height(); y++) {
      int row = place(y, scale, from.height());
      int at = y * to.rowBytes() + left;
      if (row == above) {
        int length = count * to.pixelBytes();
        System.arraycopy(to.data(), at - to.rowBytes(), to.data(), at, length);
      } else {
        row(from.data(), row * from.rowBytes(), count, to.data(), at, to.pixelBytes());
      }
      above = row;
    }
  }

  private void row(byte[] from, int row, int count, byte[] to, int begin, int bytes) {
    int at = begin;
    if (bytes == 3) {
      for (int i = 0; i < count; i++, at += 3) {
        int source = row + offsets[i];
        to[at] = from[source];
        to[at + 1] = from[source + 1];
        to[at + 2] = from[source + 2];
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      int source = row + offsets[i];
      for (int b = 0; b < bytes; b++) {
        to[at++] = from[source + b];
      }
    }
  }

  private static double scale(int in, int out) {
    return 1 / ((double) out / in);
  }

  private static int place(int at, double scale, int in) {
    return Math.min((int) (at * scale), in - 1);
  }
}
