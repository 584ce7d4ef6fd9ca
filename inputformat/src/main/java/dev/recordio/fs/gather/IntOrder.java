// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.gather;

import java.util.Arrays;

/** A stable sort of numbers by what they stand for, without an object for each. */
public final class IntOrder {
  /** Compares what two numbers stand for. */
  @FunctionalInterface
  public interface Comparison {
    /** Returns less than, equal to or more than 0, as {@link java.util.Comparator} does. */
    int compare(int a, int b);
  }

  private int[] order = {};
  private int[] other = {};

  /**
   * Returns 0 .. count - 1 in the order of {@code comparison}; equal ones stay as they are. The
   * array may be longer than that, and is used again by the next call.
   */
  public int[] sort(int count, Comparison comparison) {
    unchanged(count);
    for (long run = 1; run < count; run *= 2) {
      for (long from = 0; from < count; from += 2 * run) {
        int middle = (int) Math.min(count, from + run);
        merge((int) from, middle, (int) Math.min(count, from + 2 * run), comparison);
      }
      int[] merged = other;
      other = order;
      order = merged;
    }
    return order;
  }

  /**
   * Returns 0 .. count - 1 in the order of keys, all of them different and with the number that
   * they are of in their lowest bits. The array may be longer, and is used again by the next call.
   *
   * @param keys none below 0; they are sorted, too
   * @param bits how many bits a number has
   */
  public int[] sort(int count, long[] keys, int bits) {
    ensureRoom(count);
    Arrays.sort(keys, 0, count);
    int mask = (1 << bits) - 1;
    for (int i = 0; i < count; i++) {
      order[i] = (int) keys[i] & mask;
    }
    return order;
  }

  /** Returns how many bits a number has, which is not below 0. */
  public static int bits(long number) {
    return Long.SIZE - Long.numberOfLeadingZeros(number);
  }

  /** Returns 0 .. count - 1, as a sort does what is in order already. */
  public int[] unchanged(int count) {
    ensureRoom(count);
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    return order;
  }

  private void ensureRoom(int count) {
    if (order.length < count) {
      order = new int[count];
      other = new int[count];
    }
  }

  private void merge(int from, int middle, int to, Comparison comparison) {
    if (middle == to || comparison.compare(order[middle - 1], order[middle]) <= 0) {
      System.arraycopy(order, from, other, from, to - from);
      return;
    }
    int left = from;
    int right = middle;
    for (int i = from; i < to; i++) {
      boolean takeLeft =
          left < middle && (right == to || comparison.compare(order[left], order[right]) <= 0);
      other[i] = takeLeft ? order[left++] : order[right++];
    }
  }
}
