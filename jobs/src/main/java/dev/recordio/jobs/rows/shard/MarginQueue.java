// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.sparse.CsrBlock;
import java.util.Arrays;

/** The base margins of the rows that wait for the end of their shard, in memory. */
final class MarginQueue {
  private final int outputs;
  private float[] numbers = {};
  private int count;

  /** Makes an empty queue for this many margins per row; 0 if there are no margins. */
  MarginQueue(int outputs) {
    this.outputs = outputs;
  }

  /**
   * Adds the margins of rows {@code begin .. end}.
   *
   * @throws BadInputException when a shard has too many
   */
  void add(float[] from, int begin, int end) throws BadInputException {
    int more = (end - begin) * outputs;
    if (numbers.length - count < more) {
      long size = Math.max((long) count + more, count + (long) (count >> 1));
      if ((long) count + more > CsrBlock.MAX_ENTRIES) {
        throw new BadInputException(
            "more than "
                + CsrBlock.MAX_ENTRIES
                + " base margins in one shard: write shards of fewer rows (--shard-rows)",
            null);
      }
      numbers = Arrays.copyOf(numbers, (int) Math.min(CsrBlock.MAX_ENTRIES, size));
    }
    System.arraycopy(from, begin * outputs, numbers, count, more);
    count += more;
  }

  /** Removes and returns the margins of the first rows; null if there are no margins. */
  float[] take(long rows) {
    if (outputs == 0) {
      return null;
    }
    int taken = Math.toIntExact(rows * outputs);
    float[] first = Arrays.copyOf(numbers, taken);
    System.arraycopy(numbers, taken, numbers, 0, count - taken);
    count -= taken;
    return first;
  }
}
