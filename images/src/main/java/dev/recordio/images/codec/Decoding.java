// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * How images are decoded.
 *
 * @param color the channels
 * @param maxPixels the most pixels, width times height, checked in the header before memory is
 *     allocated; they take at most 4 times as many bytes, so an image with RGBA of 16 bits may have
 *     half as many
 * @param damaged what is done with a damaged image
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record Decoding(ImageColor color, long maxPixels, Damaged damaged) {
  /** What is done with a damaged image. */
  public enum Damaged {
    /** It is an error. */
    REFUSE,
    /**
     * It is taken with a warning if all its pixels are there, as OpenCV does: bytes between the
     * markers of a JPEG, a wrong checksum of a chunk that the pixels of a PNG do not need, more
     * data than pixels. Else it is an error.
     */
    WARN,
    /** As {@link #WARN}; a JPEG whose data is cut or corrupt is taken, too, as it decodes. */
    ACCEPT
  }

  /** The limit if nothing is set: 2^26 pixels. */
  public static final long DEFAULT_MAX_PIXELS = 1L << 26;

  /** Returns the same with another choice of channels. */
  public Decoding as(ImageColor other) {
    return new Decoding(other, maxPixels, damaged);
  }
}
