// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import java.util.Arrays;

/**
 * Which reads bring a set of ranges of files: the ranges sorted by file and offset, neighbours
 * joined where the gap between them is small. Ranges that are asked for twice, or overlap, are read
 * once. Arrays are used again from plan to plan.
 */
final class GatherPlan {
  private final int maxGap;
  private final int maxRead;
  private final IntOrder sorting = new IntOrder();

  private int[] file = new int[64];
  private long[] offset = new long[64];
  private int[] length = new int[64];
  private int count;

  private int[] order;
  private int[] readFrom = new int[64]; // where the ranges of a read begin in the order
  private int[] readBytes = new int[64];
  private int reads;

  /**
   * Makes an empty plan.
   *
   * @param maxGap bytes between two ranges that are rather read than skipped
   * @param maxRead bytes that joined ranges may have, gaps included
   */
  GatherPlan(int maxGap, int maxRead) {
    this.maxGap = maxGap;
    this.maxRead = maxRead;
  }

  void clear() {
    count = 0;
    reads = 0;
  }

  void add(int file, long offset, int length) {
    if (count == this.file.length) {
      int size = count * 2;
      this.file = Arrays.copyOf(this.file, size);
      this.offset = Arrays.copyOf(this.offset, size);
      this.length = Arrays.copyOf(this.length, size);
    }
    this.file[count] = file;
    this.offset[count] = offset;
    this.length[count++] = length;
  }

  /** Decides about the reads; no range may be added behind it. */
  void make() {
    order = sorting.sort(count, this::compare);
    long end = 0;
    for (int i = 0; i < count; i++) {
      int range = order[i];
      if (i == 0 || !joins(range, end)) {
        if (reads + 1 >= readFrom.length) {
          readFrom = Arrays.copyOf(readFrom, readFrom.length * 2);
          readBytes = Arrays.copyOf(readBytes, readFrom.length);
        }
        readFrom[reads++] = i;
        end = 0;
      }
      end = Math.max(end, end(range));
      readBytes[reads - 1] = Math.toIntExact(end - begin(reads - 1));
    }
    readFrom[reads] = count;
  }

  private int compare(int a, int b) {
    int byFile = Integer.compare(file[a], file[b]);
    return byFile != 0 ? byFile : Long.compare(offset[a], offset[b]);
  }

  /** Whether a range is read together with those before it, which end at {@code end}. */
  private boolean joins(int range, long end) {
    int first = order[readFrom[reads - 1]];
    if (file[range] != file[first]) {
      return false;
    }
    return offset[range] < end
        || offset[range] - end <= maxGap && end(range) - offset[first] <= maxRead;
  }

  private long end(int range) {
    return offset[range] + length[range];
  }

  /** Returns the number of ranges. */
  int count() {
    return count;
  }

  /** Returns the bytes of range {@code i}, in the order of {@link #add}. */
  int length(int i) {
    return length[i];
  }

  /** Returns the number of reads. */
  int reads() {
    return reads;
  }

  /** Returns the file of a read. */
  int file(int read) {
    return file[order[readFrom[read]]];
  }

  /** Returns where a read begins. */
  long begin(int read) {
    return offset[order[readFrom[read]]];
  }

  /** Returns the bytes of a read. */
  int bytes(int read) {
    return readBytes[read];
  }

  /** Returns how many ranges a read serves. */
  int served(int read) {
    return readFrom[read + 1] - readFrom[read];
  }

  /** Returns a range that a read serves. */
  int served(int read, int i) {
    return order[readFrom[read] + i];
  }

  /** Returns where a range begins. */
  long offset(int range) {
    return offset[range];
  }
}
