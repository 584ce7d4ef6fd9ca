// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

/** The type of indices and fields in a saved row block; the file itself does not say which. */
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
