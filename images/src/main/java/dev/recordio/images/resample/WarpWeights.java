// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

/**
 * The weights of the pixels around a place, for each 32nd of a pixel across and down, in multiples
 * of 2^-15, as OpenCV's tables have them: what all weights of a place lack, or have too much, is
 * given to one of four. Those of bilinear need none of it.
 */
final class WarpWeights {
  /** Bits of a place's fraction. */
  static final int FRACTION_BITS = 5;

  /** Bits of a weight's fraction. */
  static final int BITS = 15;

  private static final int STEPS = 1 << FRACTION_BITS;
  private static final int ONE = 1 << BITS;

  private final int size;
  private final int[] table;

  private WarpWeights(Interpolation method) {
    size = Taps.size(method);
    table = new int[STEPS * STEPS * size * size];
    var line = new float[STEPS][Kernels.LANCZOS_TAPS];
    for (int i = 0; i < STEPS; i++) {
      Kernels.compute(method, i * (1f / STEPS), line[i]);
    }
    for (int down = 0; down < STEPS; down++) {
      for (int across = 0; across < STEPS; across++) {
        fill(line[down], line[across], at(across, down));
      }
    }
  }

  private static final class Bilinear {
    static final WarpWeights WEIGHTS = new WarpWeights(Interpolation.BILINEAR);
  }

  private static final class Cubic {
    static final WarpWeights WEIGHTS = new WarpWeights(Interpolation.CUBIC);
  }

  private static final class Lanczos {
    static final WarpWeights WEIGHTS = new WarpWeights(Interpolation.LANCZOS);
  }

  /** Returns the weights of a method; for area, which a warp doesn't have, bilinear's. */
  static WarpWeights of(Interpolation method) {
    return switch (method) {
      case BILINEAR, AREA -> Bilinear.WEIGHTS;
      case CUBIC -> Cubic.WEIGHTS;
      case LANCZOS -> Lanczos.WEIGHTS;
      default -> throw new IllegalArgumentException(method + " has no weights");
    };
  }

  private void fill(float[] down, float[] across, int at) {
    int sum = 0;
    for (int i = 0; i < size * size; i++) {
      float weight = down[i / size] * across[i % size];
      table[at + i] = (int) Math.rint(weight * ONE);
      sum += table[at + i];
    }
    if (sum == ONE) {
      return;
    }
    int least = at + size / 2 * size + size / 2;
    int most = least;
    for (int i = 0; i < 4; i++) {
      int one = at + (size / 2 + i / 2) * size + size / 2 + i % 2;
      if (table[one] < table[least]) {
        least = one;
      } else if (table[one] > table[most]) {
        most = one;
      }
    }
    table[sum < ONE ? most : least] -= sum - ONE;
  }

  /** Returns the pixels in a row and in a column that have weights. */
  int size() {
    return size;
  }

  /** Returns the weights of all places, row by row. */
  int[] table() {
    return table;
  }

  /** Returns where the weights of a place begin. */
  int at(int across, int down) {
    return (down * STEPS + across) * size * size;
  }
}
