// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bytes;

/** Finds the ends of text lines, which are LF, CR, or CR LF, in a stretch of bytes. */
public final class LineSearch {
  private LineSearch() {}

  /** Whether {@code b} is CR or LF. */
  public static boolean isLineEnd(byte b) {
    return b == '\n' || b == '\r';
  }

  /** Returns the first index in {@code [from, to)} of a CR or LF; -1 when there is none. */
  public static int firstLineEnd(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (isLineEnd(bytes[i])) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns the first index in {@code [from, to)} that is neither CR nor LF; {@code to} when there
   * is none.
   */
  public static int skipLineEnds(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to && isLineEnd(bytes[i])) {
      i++;
    }
    return i;
  }

  /**
   * Returns the index after the last line of {@code [from, to)} that is known to end there; -1 when
   * there is none. A CR at the very end does not count: its LF may follow.
   */
  public static int afterLastLine(byte[] bytes, int from, int to) {
    for (int i = to - 1; i >= from; i--) {
      if (bytes[i] == '\n' || bytes[i] == '\r' && i + 1 < to) {
        return i + 1;
      }
    }
    return -1;
  }
}
