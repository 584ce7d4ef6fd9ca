// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import java.util.Locale;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The order of the numbers of a batch. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum ImageLayout {
  /** Image after image: its channels as planes, one after the other, each row by row. */
  NCHW,
  /** Image after image: its rows, pixel after pixel, the channels of a pixel together. */
  NHWC;

  /** Returns the name that users write. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
