// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/** Finds lines of an {@code .idx} that has them in the order of its file, by binary search. */
public final class IdxSearch {
  private static final int PROBE_BYTES = 256; // more than two lines
  private static final int NEAR_BYTES = 4096;

  private IdxSearch() {}

  /**
   * Returns where a line begins that is not after the line of the record at an offset, and at most
   * some thousand bytes before it.
   *
   * @param length of the index, in bytes
   * @param index names the index in errors
   * @param record where the record begins in its file
   */
  public static long lineBefore(FSDataInputStream in, long length, Path index, long record)
      throws IOException {
    long low = 0;
    long high = length;
    var probe = new byte[PROBE_BYTES];
    while (high - low > NEAR_BYTES) {
      long middle = (low + high) >>> 1;
      int count = (int) Math.min(PROBE_BYTES, length - middle);
      in.readFully(middle, probe, 0, count);
      int start = lineEnd(probe, 0, count) + 1;
      int end = lineEnd(probe, start, count);
      var line = new IdxReader(new ByteArrayInputStream(probe, start, end - start), index + "");
      if (line.next() && line.offset() <= record) {
        low = middle + start;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static int lineEnd(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bytes[at] != '\n') {
      at++;
    }
    return at;
  }
}
