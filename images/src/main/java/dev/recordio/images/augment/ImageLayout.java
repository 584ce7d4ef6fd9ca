// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import java.util.Locale;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** In which order the numbers of a batch are. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum ImageLayout {
  /** Of each image its channels as planes, one after the other, each row by row. */
  NCHW,
  /** Of each image its rows, pixel after pixel, of each its channels. */
  NHWC;

  /** Returns the name that users write. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
