// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import java.util.Locale;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** What the numbers of a batch are: ImageRecordIter's dtype. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum ImageDtype {
  /** Shifted and scaled numbers of 4 bytes, in native byte order. */
  FLOAT32(4),
  /** The samples themselves, 0 to 255. */
  UINT8(1),
  /** The samples less their mean, -128 to 127. */
  INT8(1),
  /** Only for arrays: floats of 2 bytes, in native byte order. */
  FLOAT16(2),
  /** Only for arrays: 0 to 65,535, in native byte order. */
  UINT16(2),
  /** Only for arrays: -32,768 to 32,767, in native byte order. */
  INT16(2);

  private final int bytes;

  ImageDtype(int bytes) {
    this.bytes = bytes;
  }

  /** Returns the bytes of a number. */
  public int bytes() {
    return bytes;
  }

  /** Returns the name that users write. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
