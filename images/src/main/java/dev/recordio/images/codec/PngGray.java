// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

/**
 * Grey of red, green and blue, as libpng makes it for OpenCV: with weights of 2^15; where the PNG
 * says its gamma (gAMA, or sRGB), of linear light, for samples of 8 bits.
 */
final class PngGray {
  /** What stands for gamma 1, and for that of sRGB: hundred thousandths. */
  static final int ONE = 100_000;

  static final int SRGB = 45_455;

  private static final int MIN = 16;
  private static final int MAX = 625_000_000;
  private static final int UNSEEN = 5_000; // so near to 1 nothing is done

  // Of .299, .587, and what is left of 2^15.
  private static final int RED = 9797;
  private static final int GREEN = 19234;
  private static final int BLUE = 3737;

  private final byte[] toLinear = new byte[256];
  private final byte[] fromLinear = new byte[256];
  private int known = ONE; // the gamma of the tables
  private boolean linear;

  /** Whether a PNG may have this gamma; else libpng ignores it. */
  static boolean isValid(int gamma) {
    return gamma >= MIN && gamma <= MAX;
  }

  /** Begins an image of a gamma. */
  void begin(int gamma) {
    linear = Math.abs(gamma - ONE) > UNSEEN;
    if (linear && gamma != known) {
      int inverse = inverse(gamma);
      fill(toLinear, inverse);
      fill(fromLinear, inverse(inverse));
      known = gamma;
    }
  }

  private static int inverse(int gamma) {
    return (int) Math.min(Integer.MAX_VALUE, Math.floor(1e10 / gamma + .5));
  }

  private static void fill(byte[] table, int gamma) {
    for (int i = 0; i < 256; i++) {
      table[i] = (byte) (int) Math.floor(255 * Math.pow(i / 255., gamma * .00001) + .5);
    }
  }

  /** Returns the grey of samples of 8 bits. */
  byte of8(int red, int green, int blue) {
    if (!linear) {
      return (byte) (RED * red + GREEN * green + BLUE * blue >> 15);
    }
    if (red == green && red == blue) {
      return (byte) red;
    }
    int sum =
        RED * (toLinear[red] & 0xff)
            + GREEN * (toLinear[green] & 0xff)
            + BLUE * (toLinear[blue] & 0xff);
    return fromLinear[sum + (1 << 14) >> 15];
  }

  /** Returns the high byte of the grey of samples of 16 bits. */
  static byte of16(int red, int green, int blue) {
    return (byte) ((RED * red + GREEN * green + BLUE * blue + (1 << 14) >> 15) >> 8);
  }
}
