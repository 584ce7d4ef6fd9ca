// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;

/** Finds lines of an {@code .idx} file in the order of its file by their offsets. */
final class IndexSearch {
  /** Ranges up to this many bytes are read in order instead of searched. */
  private static final int LEAST = 1 << 16;

  /** A line of two numbers below 2^64, and the rest of the line before. */
  private static final int TWO_LINES = 96;

  private IndexSearch() {}

  /**
   * Returns the start of a line that is at or shortly before the first line of a record at {@code
   * offset} or after it. If the file is in another order, or has other white space than writers
   * leave, it is the start of some line.
   *
   * @param length the bytes of the file
   */
  static long lineBefore(FSDataInputStream in, long length, long offset) throws IOException {
    var bytes = new byte[TWO_LINES];
    long low = 0;
    long high = length;
    while (high - low > LEAST) {
      long middle = low + (high - low) / 2;
      int read = in.read(middle, bytes, 0, bytes.length);
      int line = lineEnd(bytes, 0, read) + 1;
      long found = line == 0 ? -1 : offset(bytes, line, lineEnd(bytes, line, read));
      if (found < 0) {
        return low;
      }
      if (found < offset) {
        low = middle + line;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static int lineEnd(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  /** Returns the number at the end of a line; -1 if it has none below 2^63. */
  private static long offset(byte[] bytes, int from, int to) {
    long value = 0;
    long unit = 1;
    int at = to - 1;
    for (; at >= from && bytes[at] >= '0' && bytes[at] <= '9' && unit > 0; at--) {
      value += (bytes[at] - '0') * unit;
      unit *= 10;
    }
    return at < to - 1 && at >= from && unit > 0 ? value : -1;
  }
}
