// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.sparse.CsrBlock;
import java.util.Arrays;

/** Finds columns that a row has twice. */
final class RepeatedColumn {
  /** What is returned when there is none; no index of an encoder that asks is that large. */
  static final long NONE = -1;

  private long[] sorted = {};

  /** Returns a column that two entries of the row have, or {@link #NONE}. */
  long find(CsrBlock block, int row) {
    int from = block.offset(row);
    int to = block.offset(row + 1);
    boolean ascends = true;
    for (int i = from + 1; i < to && ascends; i++) {
      ascends = Long.compareUnsigned(block.index(i - 1), block.index(i)) < 0;
    }
    return ascends ? NONE : search(block, from, to - from);
  }

  private long search(CsrBlock block, int from, int count) {
    if (sorted.length < count) {
      sorted = new long[count];
    }
    for (int i = 0; i < count; i++) {
      sorted[i] = block.index(from + i);
    }
    Arrays.sort(sorted, 0, count);
    for (int i = 1; i < count; i++) {
      if (sorted[i] == sorted[i - 1]) {
        return sorted[i];
      }
    }
    return NONE;
  }
}
