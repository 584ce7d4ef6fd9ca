// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Which channels an image is decoded to, as the flags of OpenCV's imdecode. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum ImageColor {
  /**
   * Three channels of 8 bits: grey is tripled, alpha dropped, of 16 bits the high 8 are taken, EXIF
   * orientation is applied. im2rec's color 1.
   */
  COLOR,
  /** One channel of 8 bits; otherwise as {@link #COLOR}. im2rec's color 0. */
  GRAY,
  /**
   * As stored: alpha and 16 bits stay, EXIF orientation is not applied; grey with alpha has 4
   * channels. im2rec's color -1.
   */
  UNCHANGED;

  /**
   * Returns what ImageRecordIter decodes to for a batch with {@code channels} channels: 1, 3 or 4.
   */
  @InterfaceAudience.Private
  public static ImageColor of(int channels) {
    return switch (channels) {
      case 1 -> GRAY;
      case 3 -> COLOR;
      default -> UNCHANGED;
    };
  }
}
