// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** What pixels are encoded as. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum ImageEncoding {
  /**
   * JPEG, 4:2:0, IJG's tables of the quality, 0 to 100. Alpha and the low 8 of 16 bits are dropped.
   */
  JPEG(".jpg"),
  /** PNG; its quality is the level of compression, 0 to 9, which does not change the pixels. */
  PNG(".png");

  private final String extension;

  ImageEncoding(String extension) {
    this.extension = extension;
  }

  /** Returns the extension, as im2rec's option has it: .jpg or .png. */
  public String extension() {
    return extension;
  }
}
