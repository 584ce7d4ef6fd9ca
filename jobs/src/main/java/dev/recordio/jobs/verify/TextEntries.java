// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.fs.gather.IntOrder;
import dev.recordio.fs.index.IdxFault;
import dev.recordio.fs.index.IdxReader;
import dev.recordio.fs.index.RecordFiles;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * The lines of an {@code .idx}, sorted by offset; of lines with the same offset the order of the
 * index stays. It takes 16 bytes of memory for each line.
 */
final class TextEntries extends TextLines {
  private static final int FIRST_CAPACITY = 1 << 10;

  private final long fileLength;
  private long[] offsets;
  private long[] keys;
  private int count;
  private int at = -1;

  private TextEntries(long fileLength) {
    this.fileLength = fileLength;
    offsets = new long[FIRST_CAPACITY];
    keys = new long[FIRST_CAPACITY];
  }

  /**
   * Reads the index of a file.
   *
   * @throws java.io.FileNotFoundException when there is none
   * @throws dev.recordio.bytes.MalformedRecordException when a line is invalid
   */
  static TextEntries read(Configuration conf, FileStatus records) throws IOException {
    Path index = RecordFiles.index(records.getPath());
    var entries = new TextEntries(records.getLen());
    boolean ascending = true;
    try (IdxReader lines = IdxReader.open(conf, index)) {
      for (long before = 0; lines.next(); before = lines.offset()) {
        IdxFault.require(index, lines);
        entries.add(lines.offset(), lines.key());
        ascending &= Long.compareUnsigned(lines.offset(), before) >= 0;
      }
    }
    if (!ascending) {
      entries.sort();
    }
    return entries;
  }

  private void add(long offset, long key) {
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * count);
      keys = Arrays.copyOf(keys, 2 * count);
    }
    offsets[count] = offset;
    keys[count++] = key;
  }

  private void sort() {
    int[] order =
        new IntOrder().sort(count, (a, b) -> Long.compareUnsigned(offsets[a], offsets[b]));
    long[] sortedOffsets = new long[count];
    long[] sortedKeys = new long[count];
    for (int i = 0; i < count; i++) {
      sortedOffsets[i] = offsets[order[i]];
      sortedKeys[i] = keys[order[i]];
    }
    offsets = sortedOffsets;
    keys = sortedKeys;
  }

  /** Goes to before the last record that begins before {@code offset}, or to before the first. */
  void seek(long offset) {
    at = Math.max(-1, firstFrom(offset) - 2);
  }

  /** Returns the first line of a record that begins at {@code offset} or after it. */
  int firstFrom(long offset) {
    int first = 0;
    for (int end = count; first < end; ) {
      int middle = (first + end) >>> 1;
      if (Long.compareUnsigned(offsets[middle], offset) < 0) {
        first = middle + 1;
      } else {
        end = middle;
      }
    }
    return first;
  }

  /** Goes to a line, from 0. */
  void read(int line) {
    at = line;
  }

  /** Returns how many lines there are. */
  int count() {
    return count;
  }

  /** Returns a key that two lines have, if there is one; else null. */
  Long repeatedKey() {
    long[] sorted = Arrays.copyOf(keys, count);
    Arrays.sort(sorted);
    for (int i = 1; i < count; i++) {
      if (sorted[i] == sorted[i - 1]) {
        return sorted[i];
      }
    }
    return null;
  }

  @Override
  public boolean next() {
    return ++at < count;
  }

  @Override
  public long offset() {
    return offsets[at];
  }

  @Override
  public long end() {
    return at + 1 < count ? offsets[at + 1] : fileLength;
  }

  @Override
  public long key() {
    return keys[at];
  }

  @Override
  public void close() {}
}
