// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.images.codec.Pixels;
import java.util.Arrays;

/** Bilinear, cubic and Lanczos interpolation of 16 bits, in single precision. */
final class Wide implements Resizing {
  private final Interpolation method;
  private final int size;
  private final Taps columns = new Taps();
  private final Taps rows = new Taps();
  private final float[][] sums;
  private final int[] held;
  private int[] offsets = {};
  private float[] total = {};

  /** Creates one; area is its bilinear kind, for enlarging. */
  Wide(Interpolation method) {
    this.method = method;
    size = Taps.size(method);
    sums = new float[size][0];
    held = new int[size];
  }

  @Override
  public void resize(Pixels from, Pixels to) {
    int columnsAtOnce = Math.min(STRIP, to.width());
    if (total.length < columnsAtOnce * to.channels()) {
      total = new float[columnsAtOnce * to.channels()];
      Arrays.setAll(sums, k -> new float[total.length]);
    }
    if (offsets.length < columnsAtOnce * size) {
      offsets = new int[columnsAtOnce * size];
    }
    for (int left = 0; left < to.width(); left += STRIP) {
      strip(from, to, left, Math.min(STRIP, to.width() - left));
    }
  }

  private void strip(Pixels from, Pixels to, int left, int count) {
    columns.fill(method, from.width(), to.width(), left, count, true);
    for (int i = 0; i < count * size; i++) {
      int column = columns.first(i / size) + i % size;
      offsets[i] = Math.min(Math.max(column, 0), from.width() - 1) * from.pixelBytes();
    }
    Arrays.fill(held, -1);
    int samples = count * to.channels();
    for (int y = 0; y < to.height(); y++) {
      rows.fill(method, from.height(), to.height(), y, 1, false);
      Arrays.fill(total, 0, samples, 0);
      for (int k = size - 1; k >= 0; k--) {
        add(row(from, rows.first(0) + k, count), rows.weights()[k], samples);
      }
      Samples.store(total, samples, to, left, y);
    }
  }

  private void add(float[] row, float weight, int samples) {
    float[] into = total;
    for (int i = 0; i < samples; i++) {
      into[i] += row[i] * weight;
    }
  }

  /** Returns a row, interpolated horizontally, which is the outermost one if it is beyond. */
  private float[] row(Pixels from, int wanted, int count) {
    int y = Math.min(Math.max(wanted, 0), from.height() - 1);
    float[] into = sums[y % size];
    if (held[y % size] != y) {
      held[y % size] = y;
      int begin = y * from.rowBytes();
      int to = 0;
      for (int i = 0; i < count; i++) {
        for (int c = 0; c < from.pixelBytes(); c += 2) {
          float sum = 0;
          for (int k = i * size; k < (i + 1) * size; k++) {
            sum += Samples.wide(from.data(), begin + offsets[k] + c) * columns.weights()[k];
          }
          into[to++] = sum;
        }
      }
    }
    return into;
  }
}
