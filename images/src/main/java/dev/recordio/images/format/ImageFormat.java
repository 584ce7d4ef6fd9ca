// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.format;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.image.ImageContent;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The formats of images that are decoded. Only an image's first bytes decide its format. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum ImageFormat {
  /** JPEG: ff d8 ff. */
  JPEG,
  /** PNG: 89 and "PNG". */
  PNG,
  /** Windows bitmaps: "BM". */
  BMP,
  /** GIF: "GIF87a" or "GIF89a"; its first frame. */
  GIF,
  /** TIFF: "II*" or "MM", 0, "*"; its first page. */
  TIFF,
  /** WebP: "RIFF", its length, "WEBP"; not an animated one. */
  WEBP;

  /** Returns the format's name as users write it. */
  @Override
  public String toString() {
    return this == WEBP ? "WebP" : name();
  }

  /**
   * Returns the format of an image.
   *
   * @throws MalformedRecordException when it is none of these; the message names HEIC, AVIF and
   *     other formats that are known, but not decoded
   */
  @InterfaceAudience.Private
  public static ImageFormat of(byte[] bytes, int offset, int length)
      throws MalformedRecordException {
    return switch (ImageContent.of(bytes, offset, length)) {
      case JPEG -> JPEG;
      case PNG -> PNG;
      case BMP -> BMP;
      case GIF -> GIF;
      case TIFF_LE, TIFF_BE -> TIFF;
      case WEBP -> WEBP;
      case AVIF -> throw refused("AVIF, which is not decoded");
      case JP2 -> throw refused("JPEG 2000, which is not decoded");
      case OTHER -> throw refused(other(bytes, offset, length));
    };
  }

  private static MalformedRecordException refused(String found) {
    return Damage.at(0, "a JPEG, PNG, BMP, GIF, TIFF or WebP by its first bytes", found);
  }

  private static String other(byte[] bytes, int offset, int length) {
    String head = new String(bytes, offset, Math.min(length, 12), StandardCharsets.ISO_8859_1);
    if (head.matches("(?s)....ftyp(he|mi|ms).*")) {
      return "HEIC, which is not decoded";
    } else if (head.startsWith("\u0093NUMPY")) {
      return "an array (.npy), whose batches take no shape and no augmentation";
    } else if (head.startsWith("II+\0") || head.startsWith("MM\0+")) {
      return "BigTIFF, which is not decoded";
    }
    return length == 0 ? "no bytes" : Damage.bytes(bytes, offset, offset + length);
  }
}
