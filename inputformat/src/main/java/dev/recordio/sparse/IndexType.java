// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The type of indices and fields in a saved row block; the file itself does not say which. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public enum IndexType {
  /** {@code uint32_t}, libdmlc's usual one: indices below 2^32. */
  UINT32(4, 0xffffffffL),
  /** {@code uint64_t}. */
  UINT64(8, -1L);

  private final int width;
  private final long max;

  IndexType(int width, long max) {
    this.width = width;
    this.max = max;
  }

  /** Returns the bytes of a number. */
  public int width() {
    return width;
  }

  /** Returns the largest number, unsigned. */
  public long max() {
    return max;
  }
}
