// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * How images are decoded.
 *
 * @param color the channels
 * @param maxPixels width times height at most, held against the header before anything is
 *     allocated; pixels take 4 times as many bytes at most, so that of RGBA of 16 bits there may be
 *     half as many
 * @param acceptsDamaged whether pixels that the decoder warns of are taken as they come; else they
 *     are errors
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record Decoding(ImageColor color, long maxPixels, boolean acceptsDamaged) {
  /** The limit if nothing is set: 2^26 pixels. */
  public static final long DEFAULT_MAX_PIXELS = 1L << 26;

  /** Returns the same with another choice of channels. */
  public Decoding as(ImageColor other) {
    return new Decoding(other, maxPixels, acceptsDamaged);
  }
}
