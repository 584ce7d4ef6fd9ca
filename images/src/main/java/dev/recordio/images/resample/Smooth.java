// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

import dev.recordio.images.codec.Pixels;
import java.util.Arrays;

/**
 * Cubic and Lanczos interpolation of 8 bits. Weights are rounded to fixed point in both directions;
 * Lanczos adds rows in ints. Cubic adds them in single precision, as OpenCV's vector code does, but
 * for the samples at the end of a row that are no whole vector.
 */
final class Smooth implements Resizing {
  private static final int BITS = 22;
  private static final float SCALE = 1f / (1 << BITS);
  private static final int VECTOR = 8;

  private final Interpolation method;
  private final Taps rows = new Taps();
  private final RowSums sums;
  private final int[][][] taken;
  private final float[][][] takenFloats;
  private final float[] totalFloats = new float[STRIP];
  private final int[] total = new int[STRIP];
  private final int[] pixels = new int[STRIP];

  /** Creates one for {@link Interpolation#CUBIC} or {@link Interpolation#LANCZOS}. */
  Smooth(Interpolation method) {
    this.method = method;
    sums = new RowSums(method, 0);
    taken = new int[Taps.size(method)][][];
    takenFloats = new float[method == Interpolation.CUBIC ? taken.length : 0][][];
  }

  @Override
  public void resize(Pixels from, Pixels to) {
    for (int left = 0; left < to.width(); left += STRIP) {
      int count = Math.min(STRIP, to.width() - left);
      sums.begin(from, to.width(), left, count);
      for (int y = 0; y < to.height(); y++) {
        rows.fill(method, from.height(), to.height(), y, 1, false);
        for (int k = 0; k < taken.length; k++) {
          taken[k] = sums.row(rows.first(0) + k);
        }
        for (int k = 0; k < takenFloats.length; k++) {
          takenFloats[k] = sums.floatRow(rows.first(0) + k);
        }
        row(to, left, count);
        Samples.store(pixels, count, to, left, y);
      }
    }
  }

  private void row(Pixels to, int left, int count) {
    int channels = to.channels();
    int vectors = to.width() * channels / VECTOR * VECTOR;
    Arrays.fill(pixels, 0, count, 0);
    for (int c = 0; c < channels; c++) {
      // The columns whose sample of this channel is in a whole vector.
      int whole = (vectors - c + channels - 1) / channels - left;
      int inFloat = method == Interpolation.CUBIC ? Math.min(Math.max(whole, 0), count) : 0;
      inFloat(c, inFloat);
      inInts(c, inFloat, count);
    }
  }

  private void inFloat(int channel, int count) {
    if (count == 0) {
      return;
    }
    add(takenFloats, channel, rows.fixed(), totalFloats, count);
    int shift = 8 * channel;
    for (int i = 0; i < count; i++) {
      pixels[i] |= Samples.toByte(totalFloats[i]) << shift;
    }
  }

  private static void add(float[][][] rows, int channel, int[] weights, float[] into, int count) {
    float a = weights[0] * SCALE;
    float b = weights[1] * SCALE;
    float c = weights[2] * SCALE;
    float d = weights[3] * SCALE;
    float[] p = rows[0][channel];
    float[] q = rows[1][channel];
    float[] r = rows[2][channel];
    float[] s = rows[3][channel];
    for (int i = 0; i < count; i++) {
      into[i] = p[i] * a + (q[i] * b + (r[i] * c + s[i] * d));
    }
  }

  private void inInts(int channel, int from, int to) {
    if (from == to) {
      return;
    }
    Arrays.fill(total, from, to, 1 << BITS - 1);
    for (int k = 0; k < taken.length; k++) {
      add(taken[k][channel], rows.fixed()[k], total, from, to);
    }
    put(total, 8 * channel, pixels, from, to);
  }

  private static void add(int[] row, int weight, int[] into, int from, int to) {
    for (int i = from; i < to; i++) {
      into[i] += row[i] * weight;
    }
  }

  private static void put(int[] sums, int shift, int[] into, int from, int to) {
    for (int i = from; i < to; i++) {
      into[i] |= Samples.clamped(sums[i] >> BITS) << shift;
    }
  }
}
