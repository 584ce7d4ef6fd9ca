// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify.salvage;

import dev.recordio.jobs.verify.IndexEntries;
import java.io.IOException;
import java.util.Arrays;

/** Some consecutive entries of an index, of those that a stretch of the file should have. */
final class EntryBlock {
  private static final int CAPACITY = 1 << 12;

  private final IndexEntries table;
  private final boolean checksums;
  private final long[] offsets = new long[CAPACITY];
  private final long[] frames = new long[CAPACITY];
  private final int[] lengths = new int[CAPACITY];
  private final int[] sums = new int[CAPACITY];
  private long to; // the first entry after the stretch
  private long first; // the entry at 0
  private int count;
  private int next; // those before it are taken
  private long before; // the entry to which skipBack goes

  /**
   * Makes a block without entries.
   *
   * @param checksums whether the index's checksums of payloads count
   */
  EntryBlock(IndexEntries table, boolean checksums) {
    this.table = table;
    this.checksums = checksums;
  }

  /**
   * Goes to the entries {@code from} to before {@code to}.
   *
   * @return whether there are any
   */
  boolean begin(long from, long to) throws IOException {
    this.to = to;
    load(from);
    return count > 0;
  }

  private void load(long from) throws IOException {
    first = from;
    next = 0;
    count = (int) Math.max(0, Math.min(CAPACITY, to - from));
    for (int i = 0; i < count; i++) {
      table.read(from + i);
      offsets[i] = table.offset();
      lengths[i] = table.length();
      sums[i] = checksums ? table.checksum() : 0;
    }
    long end = IndexEntries.UNKNOWN;
    if (from + count == table.count()) {
      end = table.recordsEnd();
    } else if (count > 0) {
      table.read(from + count);
      end = table.offset();
    }
    for (int i = count - 1; i >= 0; i--) {
      frames[i] = end < 0 ? IndexEntries.UNKNOWN : end - offsets[i];
      end = offsets[i];
    }
  }

  /** Takes an entry, and so all before it. */
  void take(int i) throws IOException {
    next = i + 1;
    if (next >= count / 2 && first + count < to) {
      load(first + next);
    }
  }

  /** Returns the first entry that is not taken. */
  int next() {
    return next;
  }

  /** Returns the offset after the last entry, in numbers of this block. */
  int end() {
    return count;
  }

  boolean isDone() {
    return next >= count;
  }

  /** Returns an entry that is not taken by where its record begins; negative if there is none. */
  int at(long offset) {
    return Arrays.binarySearch(offsets, next, count, offset);
  }

  /**
   * Goes on at an entry after the block, by where its record begins.
   *
   * @return whether there is one; else nothing changes
   */
  boolean skipTo(long offset) throws IOException {
    long entry = count == 0 || offset <= offsets[count - 1] ? to : table.firstFrom(offset);
    if (entry >= to) {
      return false;
    }
    table.read(entry);
    boolean found = table.offset() == offset;
    if (found) {
      before = first + next;
      load(entry);
    }
    return found;
  }

  /** Goes back to the entry that was next before {@link #skipTo}. */
  void skipBack() throws IOException {
    load(before);
  }

  /** Whether an entry's record has these lengths, as far as the index has them. */
  boolean hasLengths(int i, long frame, int length) {
    return (frames[i] < 0 || frames[i] == frame) && (lengths[i] < 0 || lengths[i] == length);
  }

  /** Returns where an entry's record ends in that file; {@link IndexEntries#UNKNOWN} if unknown. */
  long recordEnd(int i) {
    return frames[i] < 0 ? IndexEntries.UNKNOWN : offsets[i] + frames[i];
  }

  /** Returns where an entry's record begins in the file that the index was made of. */
  long offset(int i) {
    return offsets[i];
  }

  int checksum(int i) {
    return sums[i];
  }
}
