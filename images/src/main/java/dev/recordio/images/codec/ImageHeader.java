// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import dev.recordio.bytes.MalformedRecordException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * What the header of an image says, before anything is decoded or allocated.
 *
 * @param type its format
 * @param width columns as stored
 * @param height rows as stored
 * @param channels samples of a pixel as stored: of a palette 3, or 4 with transparency
 * @param depth bits of a sample: 8 (also for less) or 16
 * @param orientation the EXIF orientation, 1 to 8; 1 where there is none
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record ImageHeader(
    ImageEncoding type, int width, int height, int channels, int depth, int orientation) {
  /**
   * Reads the header.
   *
   * @throws MalformedRecordException when the bytes are no JPEG or PNG, or end within the header
   */
  public static ImageHeader read(byte[] bytes, int offset, int length)
      throws MalformedRecordException {
    throw new UnsupportedOperationException();
  }

  /** Returns columns times rows. */
  public long pixels() {
    return (long) width * height;
  }
}
