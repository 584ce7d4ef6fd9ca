// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.format.Damage;
import dev.recordio.images.format.ImageFormat;
import dev.recordio.images.format.PluginLayout;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * What the header of an image says, before anything is decoded or allocated.
 *
 * @param type its format
 * @param width columns as stored
 * @param height rows as stored
 * @param channels samples of a pixel as stored; 3 for a palette; 4 if RGB or a palette has a
 *     transparent colour
 * @param depth bits of a sample: 8 (also for less) or 16
 * @param orientation the EXIF orientation, 1 to 8; 1 where there is none
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record ImageHeader(
    ImageFormat type, int width, int height, int channels, int depth, int orientation) {
  /**
   * Reads the header. Only the image's first bytes decide its format.
   *
   * @throws MalformedRecordException when the bytes are of no format or kind that is decoded, or
   *     end before the pixels' data; it names the offset in the image
   */
  public static ImageHeader read(byte[] bytes, int offset, int length)
      throws MalformedRecordException {
    ImageFormat format = ImageFormat.of(bytes, offset, length);
    if (format == ImageFormat.JPEG) {
      var layout = new JpegLayout();
      layout.read(bytes, offset, length);
      return new ImageHeader(
          format, layout.width, layout.height, layout.components, 8, layout.orientation);
    } else if (format == ImageFormat.PNG) {
      var layout = new PngLayout();
      layout.readHeader(bytes, offset, length);
      return new ImageHeader(
          format,
          layout.width,
          layout.height,
          layout.storedChannels(),
          layout.bits == 16 ? 16 : 8,
          layout.orientation);
    }
    PluginLayout layout = PluginLayout.read(format, bytes, offset, length);
    return new ImageHeader(
        format, layout.width, layout.height, layout.channels, layout.depth, layout.orientation);
  }

  /**
   * Checks the limit of pixels.
   *
   * @param at where the image says its size
   */
  static void limit(int width, int height, long at, Decoding how) throws MalformedRecordException {
    if ((long) width * height > how.maxPixels()) {
      throw Damage.at(
          at,
          how.maxPixels() + " pixels at most (recordio.image.max-pixels)",
          width + "x" + height + " = " + (long) width * height);
    }
  }

  /**
   * Checks that pixels of many bytes, such as RGBA of 16 bits, do not take more than RGBA of 8 bits
   * would of as many pixels as the limit allows.
   */
  static void limitBytes(long bytes, long at, Decoding how) throws MalformedRecordException {
    if (bytes > 4 * how.maxPixels()) {
      throw Damage.at(
          at,
          4 * how.maxPixels() + " bytes of pixels at most (4 times recordio.image.max-pixels)",
          bytes + "");
    }
  }

  /** Returns columns times rows. */
  public long pixels() {
    return (long) width * height;
  }

  /** Returns a number of two bytes, the high one first. */
  static int u16(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
  }

  /** Returns a number of four bytes, the high one first. */
  static int i32(byte[] bytes, int at) {
    return u16(bytes, at) << 16 | u16(bytes, at + 2);
  }
}
