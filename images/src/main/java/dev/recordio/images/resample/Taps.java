// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

/**
 * Which samples of a source's row or column make a sample of the result, and with which weights, as
 * OpenCV's resize computes them. One object is filled again and again.
 */
final class Taps {
  /** The weight 1 in fixed point. */
  static final int ONE = 2048;

  private final float[] kernel = new float[Kernels.LANCZOS_TAPS];
  private int[] first = {};
  private int[] fixed = {};
  private float[] weights = {};
  private int size;

  /** Returns the taps of a method: area has the taps of its bilinear kind, for enlarging. */
  static int size(Interpolation method) {
    return switch (method) {
      case CUBIC -> Kernels.CUBIC_TAPS;
      case LANCZOS -> Kernels.LANCZOS_TAPS;
      default -> 2;
    };
  }

  /**
   * Computes the taps of {@code count} places from {@code begin} on.
   *
   * @param in samples of the source
   * @param out samples of the result
   * @param edges whether bilinear places beyond the outermost samples get these alone: columns do,
   *     rows don't
   */
  void fill(Interpolation method, int in, int out, int begin, int count, boolean edges) {
    size = size(method);
    if (first.length < count) {
      first = new int[count];
    }
    if (weights.length < count * size) {
      weights = new float[count * size];
      fixed = new int[count * size];
    }
    double inverse = (double) out / in;
    double scale = 1 / inverse;
    for (int i = 0; i < count; i++) {
      int at = begin + i;
      int index;
      float fraction;
      if (method == Interpolation.AREA) {
        index = (int) Math.floor(at * scale);
        float rest = (float) (at + 1 - (index + 1) * inverse);
        fraction = rest <= 0 ? 0 : rest - (float) Math.floor(rest);
      } else {
        float place = (float) ((at + 0.5) * scale - 0.5);
        index = (int) Math.floor(place);
        fraction = place - index;
      }
      if (size == 2 && edges && (index < 0 || index >= in - 1)) {
        index = index < 0 ? 0 : in - 1;
        fraction = 0;
      }
      set(method, i, index, fraction);
    }
  }

  private void set(Interpolation method, int i, int index, float fraction) {
    Kernels.compute(method, fraction, kernel);
    first[i] = index - size / 2 + 1;
    for (int k = 0; k < size; k++) {
      weights[i * size + k] = kernel[k];
      fixed[i * size + k] = (int) Math.rint(kernel[k] * ONE);
    }
  }

  /** Returns the index of a place's first tap in the source; it may be outside. */
  int first(int i) {
    return first[i];
  }

  /** Returns the weights, equally many for each place. */
  float[] weights() {
    return weights;
  }

  /** Returns the weights as multiples of 1 / {@link #ONE}. */
  int[] fixed() {
    return fixed;
  }
}
