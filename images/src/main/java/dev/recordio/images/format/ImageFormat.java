// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.format;

import dev.recordio.bytes.MalformedRecordException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The formats of images that are decoded, known by their first bytes and by nothing else. */
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

  private static final String KNOWN = "a JPEG, PNG, BMP, GIF, TIFF or WebP by its first bytes";

  /** Returns the format's name as users write it. */
  @Override
  public String toString() {
    return this == WEBP ? "WebP" : name();
  }

  /**
   * Returns the format of an image.
   *
   * @throws MalformedRecordException when it is none of these; HEIC, AVIF and others that are known
   *     and not decoded are named
   */
  @InterfaceAudience.Private
  public static ImageFormat of(byte[] bytes, int offset, int length)
      throws MalformedRecordException {
    String head = new String(bytes, offset, Math.min(length, 12), StandardCharsets.ISO_8859_1);
    if (head.startsWith("\u00ff\u00d8\u00ff")) {
      return JPEG;
    } else if (head.startsWith("\u0089PNG\r\n\u001a\n")) {
      return PNG;
    } else if (head.startsWith("BM")) {
      return BMP;
    } else if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) {
      return GIF;
    } else if (head.startsWith("II*\0") || head.startsWith("MM\0*")) {
      return TIFF;
    } else if (head.startsWith("RIFF") && head.startsWith("WEBP", 8)) {
      return WEBP;
    }
    String named = named(head);
    String found =
        length == 0
            ? "no bytes"
            : named != null ? named : Damage.bytes(bytes, offset, offset + length);
    throw Damage.at(0, KNOWN, found);
  }

  /** Returns the name of a format that is not decoded; null when it is not known. */
  private static String named(String head) {
    if (head.startsWith("ftyp", 4)) {
      String brand = head.substring(8);
      return brand.startsWith("avi")
          ? "AVIF, which is not decoded"
          : brand.startsWith("he") || brand.startsWith("mif") || brand.startsWith("msf")
              ? "HEIC, which is not decoded"
              : "a file of brand '" + brand.replaceAll("[^ -~]", "?") + "' (ftyp)";
    } else if (head.startsWith("II+\0") || head.startsWith("MM\0+")) {
      return "BigTIFF, which is not decoded";
    } else if (head.startsWith("jP  ", 4) || head.startsWith("\u00ffO\u00ffQ")) {
      return "JPEG 2000, which is not decoded";
    } else if (head.startsWith("JXL ", 4) || head.startsWith("\u00ff\n")) {
      return "JPEG XL, which is not decoded";
    }
    return null;
  }
}
