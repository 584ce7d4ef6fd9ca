// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

import java.nio.charset.StandardCharsets;

/** The format of an image by its first bytes, whatever its name says. */
public enum ImageContent {
  /** JPEG: start of image, and the first byte of another marker. */
  JPEG("jpg", "jpeg", 0, "\u00ff\u00d8\u00ff"),
  /** PNG. */
  PNG("png", "png", 0, "\u0089PNG\r\n\u001a\n"),
  /** GIF, 87a or 89a. */
  GIF("gif", "gif", 0, "GIF8"),
  /** WebP: a RIFF file of that type. */
  WEBP("webp", "webp", 8, "WEBP"),
  /** TIFF, little-endian. */
  TIFF_LE("tiff", "tiff", 0, "II*\0"),
  /** TIFF, big-endian. */
  TIFF_BE("tiff", "tiff", 0, "MM\0*"),
  /** JPEG 2000 in its file format. */
  JP2("jp2", "jp2", 4, "jP  \r\n"),
  /** AVIF: an ISO base media file of that brand. */
  AVIF("avif", "avif", 4, "ftypavif"),
  /** BMP. The signature has two bytes only, so it comes last. */
  BMP("bmp", "bmp", 0, "BM"),
  /** None of these, or too short to be. */
  OTHER("bin", "", 0, "");

  /** How many of the first bytes identify a format. */
  public static final int HEAD_BYTES = 16;

  private static final String RIFF = "RIFF";
  private static final ImageContent[] ALL = values();

  private final String suffix;
  private final String format;
  private final int at;
  private final byte[] signature;

  ImageContent(String suffix, String format, int at, String signature) {
    this.suffix = suffix;
    this.format = format;
    this.at = at;
    this.signature = signature.getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * Returns the format of an image.
   *
   * @param bytes holds the image, or its first {@link #HEAD_BYTES}
   * @param offset index of its first byte
   * @param length bytes of the image that are there
   */
  public static ImageContent of(byte[] bytes, int offset, int length) {
    for (ImageContent content : ALL) {
      if (content.matches(bytes, offset, length)) {
        return content;
      }
    }
    return OTHER;
  }

  /** Returns the format of an {@link #ordinal}. */
  public static ImageContent of(int ordinal) {
    return ALL[ordinal];
  }

  private boolean matches(byte[] bytes, int offset, int length) {
    if (length < at + signature.length) {
      return false;
    }
    for (int i = 0; i < signature.length; i++) {
      if (bytes[offset + at + i] != signature[i]) {
        return false;
      }
    }
    return this != WEBP || isRiff(bytes, offset);
  }

  private static boolean isRiff(byte[] bytes, int offset) {
    for (int i = 0; i < RIFF.length(); i++) {
      if (bytes[offset + i] != RIFF.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the suffix of such a file's name, without a dot: {@code bin} for {@link #OTHER}. */
  public String suffix() {
    return suffix;
  }

  /** Returns the name that TensorFlow's {@code image/format} has; empty for {@link #OTHER}. */
  public String format() {
    return format;
  }
}
