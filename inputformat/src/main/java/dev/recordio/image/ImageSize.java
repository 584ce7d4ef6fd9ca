// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

/**
 * Height and width of an image by its file header, without decoding it.
 *
 * @param height in pixels
 * @param width in pixels
 */
public record ImageSize(int height, int width) {
  private static final long PNG = 0x89504E470D0A1A0AL;
  private static final int PNG_BYTES = 24; // up to the height, which follows the width
  private static final int SOI = 0xFFD8;

  /**
   * Reads the header of a JPEG (ISO/IEC 10918-1, the first frame header) or a PNG (IHDR).
   *
   * @param bytes holds the image
   * @param from where it begins
   * @param length its bytes
   * @return null for any other format, and where the header is cut or damaged
   */
  public static ImageSize of(byte[] bytes, int from, int length) {
    if (length >= PNG_BYTES && word(bytes, from, 8) == PNG) {
      return of(word(bytes, from + 20, 4), word(bytes, from + 16, 4));
    }
    return length >= 2 && word(bytes, from, 2) == SOI
        ? ofJpeg(bytes, from + 2, from + length)
        : null;
  }

  private static ImageSize ofJpeg(byte[] bytes, int from, int to) {
    int at = from;
    while (at + 9 <= to) {
      int marker = bytes[at + 1] & 0xFF;
      if (bytes[at] != (byte) 0xFF || marker == 0xFF || marker == 0) {
        at++; // a fill byte, or one that belongs to nothing: decoders look for the next marker
      } else if (isFrame(marker)) {
        return of(word(bytes, at + 5, 2), word(bytes, at + 7, 2));
      } else if (marker == 0x01 || marker >= 0xD0 && marker <= 0xD7) { // without a segment
        at += 2;
      } else {
        at += 2 + (int) word(bytes, at + 2, 2);
      }
    }
    return null;
  }

  /** SOF0 to SOF15; DHT, JPG and DAC have three of these numbers. */
  private static boolean isFrame(int marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
  }

  private static ImageSize of(long height, long width) {
    boolean isSize = height > 0 && width > 0 && Math.max(height, width) <= Integer.MAX_VALUE;
    return isSize ? new ImageSize((int) height, (int) width) : null;
  }

  /** Returns a big-endian number. */
  private static long word(byte[] bytes, int at, int count) {
    long word = 0;
    for (int i = 0; i < count; i++) {
      word = word << Byte.SIZE | bytes[at + i] & 0xFF;
    }
    return word;
  }
}
