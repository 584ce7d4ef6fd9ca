// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.gather;

import java.util.Arrays;

/**
 * The reads that fetch a set of ranges of files: the ranges sorted by file and offset, neighbours
 * joined if the gap between them is small. Ranges that are requested twice, or overlap, are read
 * once. Arrays are used again from plan to plan.
 *
 * <p>Each range has its own place in one array, in the order of the files: a reader of the bytes
 * may change them. So ranges of a read that are adjacent in the file are adjacent there, too.
 */
final class GatherPlan {
  private final IntOrder sorting = new IntOrder();

  private int[] file = new int[64];
  private long[] offset = new long[64];
  private int[] length = new int[64];
  private int[] place = new int[64]; // of each range in the array
  private int count;
  private boolean sorted = true; // as they were added

  private long[] keys = {}; // of the sort
  private int[] order;
  private int[] readFrom = new int[64]; // where the ranges of a read begin in the order
  private int[] readBytes = new int[64];
  private boolean[] direct = new boolean[64]; // whether the ranges of a read follow each other
  private int reads;
  private long readBegin; // of the last read
  private long readEnd; // of what it has so far
  private int placed; // bytes of the ranges that have their places

  void clear() {
    count = 0;
    sorted = true;
    reads = 0;
    placed = 0;
  }

  void add(int file, long offset, int length) {
    if (count == this.file.length) {
      int size = count * 2;
      this.file = Arrays.copyOf(this.file, size);
      this.offset = Arrays.copyOf(this.offset, size);
      this.length = Arrays.copyOf(this.length, size);
      place = new int[size];
    }
    this.file[count] = file;
    this.offset[count] = offset;
    this.length[count] = length;
    sorted &= count == 0 || compare(count - 1, count) <= 0;
    count++;
  }

  /** Sorts the ranges by file and offset; none may be added afterwards. */
  void sort() {
    if (sorted) {
      order = sorting.unchanged(count);
      return;
    }
    int last = 0;
    long end = 0;
    for (int i = 0; i < count; i++) {
      last = Math.max(last, file[i]);
      end = Math.max(end, offset[i]);
    }
    int numberBits = IntOrder.bits(count);
    int offsetBits = IntOrder.bits(end);
    // Mostly file, offset and number fit a long: these are sorted several times as fast.
    order =
        IntOrder.bits(last) + offsetBits + numberBits < Long.SIZE
            ? sorting.sort(count, keys(offsetBits, numberBits), numberBits)
            : sorting.sort(count, this::compare);
  }

  private long[] keys(int offsetBits, int numberBits) {
    if (keys.length < count) {
      keys = new long[count];
    }
    for (int i = 0; i < count; i++) {
      keys[i] = ((long) file[i] << offsetBits | offset[i]) << numberBits | i;
    }
    return keys;
  }

  /** Returns the file of the range at a place of the order. */
  int fileAt(int at) {
    return file[order[at]];
  }

  /** Returns the place of the order where the ranges of the next file begin. */
  int nextFile(int at) {
    int next = at + 1;
    while (next < count && fileAt(next) == fileAt(at)) {
      next++;
    }
    return next;
  }

  /**
   * Plans the reads of one file; files are planned in order.
   *
   * @param from where its ranges begin in the order
   * @param to where they end
   * @param maxGap the most bytes between two ranges that are read instead of skipped
   * @param maxRead the most bytes of joined ranges, gaps included
   */
  void join(int from, int to, int maxGap, int maxRead) {
    for (int i = from; i < to; i++) {
      join(i, i > from, maxGap, maxRead);
    }
    readFrom[reads] = to;
  }

  /**
   * Adds a range to the last read, or begins another one. It is a method for a single range, since
   * the JVM compiles what is often called much sooner than a long loop that is seldom called.
   */
  private void join(int at, boolean hasRead, int maxGap, int maxRead) {
    int range = order[at];
    long from = offset[range];
    long to = from + length[range];
    boolean joins =
        hasRead && (from < readEnd || from - readEnd <= maxGap && to - readBegin <= maxRead);
    if (!joins) {
      readBegin = from;
      readEnd = from;
      startRead(at);
    }
    direct[reads - 1] &= from == readEnd;
    readEnd = Math.max(readEnd, to);
    readBytes[reads - 1] = Math.toIntExact(readEnd - readBegin);
    place[range] = placed;
    placed += length[range];
  }

  private void startRead(int at) {
    if (reads + 1 == readFrom.length) {
      readFrom = Arrays.copyOf(readFrom, readFrom.length * 2);
      readBytes = Arrays.copyOf(readBytes, readFrom.length);
      direct = Arrays.copyOf(direct, readFrom.length);
    }
    direct[reads] = true;
    readFrom[reads++] = at;
  }

  private int compare(int a, int b) {
    int byFile = Integer.compare(file[a], file[b]);
    return byFile != 0 ? byFile : Long.compare(offset[a], offset[b]);
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

  /** Returns where a read begins. */
  long begin(int read) {
    return offset[order[readFrom[read]]];
  }

  /** Returns the bytes of a read. */
  int bytes(int read) {
    return readBytes[read];
  }

  /** Whether the bytes of a read are its ranges, one after the other. */
  boolean isDirect(int read) {
    return direct[read];
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

  /** Returns the place of a range's bytes, after {@link #join} for its file. */
  int place(int range) {
    return place[range];
  }
}
