// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

/** Puts the entries of each row into the order of their columns, stable, inside the block. */
public final class RowSort {
  private long[] keys = new long[64]; // columns with the sign bit flipped: signed order is theirs
  private long[] otherKeys = new long[64];
  private int[] order = new int[64]; // positions in the row
  private int[] otherOrder = new int[64];

  /** Sorts the rows that need it. */
  public void sort(CsrBlock block) {
    for (int r = 0; r < block.rows(); r++) {
      int from = block.offset(r);
      int to = block.offset(r + 1);
      if (!isAscending(block, from, to)) {
        sortRow(block, from, to - from);
      }
    }
  }

  /**
   * Whether the columns of the entries {@code from .. to} do not descend; equal ones may follow.
   */
  static boolean isAscending(CsrBlock block, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      if (Long.compareUnsigned(block.index(i - 1), block.index(i)) > 0) {
        return false;
      }
    }
    return true;
  }

  private void sortRow(CsrBlock block, int from, int length) {
    if (keys.length < length) {
      int size = Math.max(length, (int) Math.min(CsrBlock.MAX_ENTRIES, 2L * keys.length));
      keys = new long[size];
      otherKeys = new long[size];
      order = new int[size];
      otherOrder = new int[size];
    }
    for (int i = 0; i < length; i++) {
      keys[i] = block.index(from + i) ^ Long.MIN_VALUE;
      order[i] = i;
    }
    for (long run = 1; run < length; run *= 2) {
      for (long start = 0; start < length; start += 2 * run) {
        merge(
            (int) start,
            (int) Math.min(length, start + run),
            (int) Math.min(length, start + 2 * run));
      }
      swap();
    }
    apply(block, from, length);
  }

  /** Merges the runs {@code [from, middle)} and {@code [middle, to)} into the other arrays. */
  private void merge(int from, int middle, int to) {
    int left = from;
    int right = middle;
    for (int i = from; i < to; i++) {
      boolean takeLeft = right == to || (left < middle && keys[left] <= keys[right]);
      int taken = takeLeft ? left++ : right++;
      otherKeys[i] = keys[taken];
      otherOrder[i] = order[taken];
    }
  }

  private void swap() {
    long[] k = keys;
    keys = otherKeys;
    otherKeys = k;
    int[] o = order;
    order = otherOrder;
    otherOrder = o;
  }

  private void apply(CsrBlock block, int from, int length) {
    int[] indices = block.indices();
    long[] wide = block.wideIndices();
    for (int i = 0; i < length; i++) {
      if (wide == null) {
        indices[from + i] = (int) keys[i];
      } else {
        wide[from + i] = keys[i] ^ Long.MIN_VALUE;
      }
    }
    // The values and fields take the old entries' places through the spare array.
    float[] values = block.values();
    for (int i = 0; i < length; i++) {
      otherOrder[i] = Float.floatToRawIntBits(values[from + order[i]]);
    }
    for (int i = 0; i < length; i++) {
      values[from + i] = Float.intBitsToFloat(otherOrder[i]);
    }
    if (block.hasField()) {
      int[] fields = block.fields();
      for (int i = 0; i < length; i++) {
        otherOrder[i] = fields[from + order[i]];
      }
      System.arraycopy(otherOrder, 0, fields, from, length);
    }
  }
}
