// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

/** Colours of JPEG that ImageIO does not convert, by the integer rules of libjpeg and OpenCV. */
final class JpegColors {
  private static final int HALF = 1 << 15;

  // libjpeg's conversion of YCC, fixed point of 16 bits; index is the chrominance.
  private static final int[] RED_OF_CR = new int[256];
  private static final int[] BLUE_OF_CB = new int[256];
  private static final int[] GREEN_OF_CR = new int[256];
  private static final int[] GREEN_OF_CB = new int[256];

  static {
    for (int i = 0; i < 256; i++) {
      int chroma = i - 128;
      RED_OF_CR[i] = fixed(1.40200) * chroma + HALF >> 16;
      BLUE_OF_CB[i] = fixed(1.77200) * chroma + HALF >> 16;
      GREEN_OF_CR[i] = -fixed(0.71414) * chroma;
      GREEN_OF_CB[i] = -fixed(0.34414) * chroma + HALF;
    }
  }

  private JpegColors() {}

  private static int fixed(double x) {
    return (int) (x * 65536 + 0.5);
  }

  /** Makes CMYK of YCCK in place: of the first three samples the opposite colours, K stays. */
  static void cmykOfYcck(byte[] data, int pixels) {
    for (int i = 0; i < 4 * pixels; i += 4) {
      int y = data[i] & 0xff;
      int cb = data[i + 1] & 0xff;
      int cr = data[i + 2] & 0xff;
      data[i] = clamp(255 - (y + RED_OF_CR[cr]));
      data[i + 1] = clamp(255 - (y + (GREEN_OF_CB[cb] + GREEN_OF_CR[cr] >> 16)));
      data[i + 2] = clamp(255 - (y + BLUE_OF_CB[cb]));
    }
  }

  private static byte clamp(int value) {
    return (byte) Math.max(0, Math.min(255, value));
  }

  /** Makes RGB of CMYK, as OpenCV does: k - (255 - c) * k / 256. */
  static void rgbOfCmyk(byte[] cmyk, int pixels, byte[] rgb) {
    for (int i = 0, to = 0; i < 4 * pixels; i += 4) {
      int k = cmyk[i + 3] & 0xff;
      rgb[to++] = (byte) mix(cmyk[i], k);
      rgb[to++] = (byte) mix(cmyk[i + 1], k);
      rgb[to++] = (byte) mix(cmyk[i + 2], k);
    }
  }

  /** Makes grey of the RGB of CMYK, as OpenCV does. */
  static void grayOfCmyk(byte[] cmyk, int pixels, byte[] gray) {
    for (int i = 0, to = 0; i < 4 * pixels; i += 4) {
      int k = cmyk[i + 3] & 0xff;
      int sum = 4899 * mix(cmyk[i], k) + 9617 * mix(cmyk[i + 1], k) + 1868 * mix(cmyk[i + 2], k);
      gray[to++] = (byte) (sum + (1 << 13) >> 14);
    }
  }

  private static int mix(byte ink, int k) {
    return k - ((255 - (ink & 0xff)) * k >> 8);
  }

  /** Makes grey of RGB in place, as libjpeg does. */
  static void grayOfRgb(byte[] data, int pixels) {
    for (int i = 0, from = 0; i < pixels; i++, from += 3) {
      int red = data[from] & 0xff;
      int green = data[from + 1] & 0xff;
      int blue = data[from + 2] & 0xff;
      data[i] =
          (byte)
              (fixed(0.29900) * red + fixed(0.58700) * green + fixed(0.11400) * blue + HALF >> 16);
    }
  }
}
