// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * How images are decoded.
 *
 * @param color the channels
 * @param maxPixels width times height at most, held against the header before anything is
 *     allocated; pixels take 4 times as many bytes at most, so that RGBA of 16 bits may have half
 *     as many
 * @param damaged what becomes of an image that is not as it should be
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record Decoding(ImageColor color, long maxPixels, Damaged damaged) {
  /** What becomes of an image that is not as it should be. */
  public enum Damaged {
    /** It is an error. */
    REFUSE,
    /**
     * It is taken with a warning where all its pixels are there, as OpenCV takes it: bytes between
     * the markers of a JPEG, a wrong checksum of a chunk that the pixels of a PNG do not need, more
     * data than pixels. Else it is an error.
     */
    WARN,
    /** As before; and a JPEG whose data is cut or corrupt is taken as it decodes. */
    ACCEPT
  }

  /** The limit if nothing is set: 2^26 pixels. */
  public static final long DEFAULT_MAX_PIXELS = 1L << 26;

  /** Returns the same with another choice of channels. */
  public Decoding as(ImageColor other) {
    return new Decoding(other, maxPixels, damaged);
  }
}
