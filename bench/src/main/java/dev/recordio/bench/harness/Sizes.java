// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.harness;

/** Numbers of bytes as people write them. */
public final class Sizes {
  private Sizes() {}

  /** Returns {@code 100 B}, {@code 10 KB}, {@code 1 MB}; {@code -} for no size. */
  public static String text(int bytes) {
    if (bytes == 0) {
      return "-";
    }
    if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
      return (bytes >> 20) + " MB";
    }
    return bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? (bytes >> 10) + " KB" : bytes + " B";
  }

  /** Returns the size after a comma, or nothing for no size. */
  public static String after(int bytes) {
    return bytes == 0 ? "" : ", " + text(bytes);
  }
}
