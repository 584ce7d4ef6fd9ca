// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.resample;

/** The weights of cubic and Lanczos interpolation, in single precision as OpenCV has them. */
final class Kernels {
  static final int CUBIC_TAPS = 4;
  static final int LANCZOS_TAPS = 8;

  private static final float A = -0.75f;
  private static final double HALF_ROOT = Math.sqrt(0.5);

  /**
   * Sines and cosines of multiples of 45 degrees: what turns the first tap's sine to the others'.
   */
  private static final double[][] TURNS = {
    {1, 0}, {-HALF_ROOT, -HALF_ROOT}, {0, 1}, {HALF_ROOT, -HALF_ROOT},
    {-1, 0}, {HALF_ROOT, HALF_ROOT}, {0, -1}, {-HALF_ROOT, HALF_ROOT}
  };

  /** A place so near to a tap gets that tap alone. */
  private static final float POLE = 1e-6f;

  private static final float AT_POLE = 1e30f;

  private Kernels() {}

  /** Computes the weights of a method: area has the weights of bilinear. */
  static void compute(Interpolation method, float x, float[] into) {
    switch (method) {
      case CUBIC -> cubic(x, into);
      case LANCZOS -> lanczos(x, into);
      default -> {
        into[0] = 1 - x;
        into[1] = x;
      }
    }
  }

  /**
   * Computes four weights.
   *
   * @param x how far the place is after the second tap, below 1
   */
  private static void cubic(float x, float[] into) {
    float far = x + 1;
    float rest = 1 - x;
    into[0] = ((A * far - 5 * A) * far + 8 * A) * far - 4 * A;
    into[1] = ((A + 2) * x - (A + 3)) * x * x + 1;
    into[2] = ((A + 2) * rest - (A + 3)) * rest * rest + 1;
    into[3] = 1 - into[0] - into[1] - into[2];
  }

  /**
   * Computes eight weights, whose sum is 1.
   *
   * @param x how far the place is after the fourth tap, below 1
   */
  private static void lanczos(float x, float[] into) {
    double angle = -(x + 3) * Math.PI * 0.25;
    double sine = Math.sin(angle);
    double cosine = Math.cos(angle);
    float sum = 0;
    for (int i = 0; i < LANCZOS_TAPS; i++) {
      float distance = x + 3 - i;
      if (Math.abs(distance) < POLE) {
        into[i] = AT_POLE;
      } else {
        double y = -distance * Math.PI * 0.25;
        into[i] = (float) ((TURNS[i][0] * sine + TURNS[i][1] * cosine) / (y * y));
      }
      sum += into[i];
    }
    float norm = 1 / sum;
    for (int i = 0; i < LANCZOS_TAPS; i++) {
      into[i] *= norm;
    }
  }
}
