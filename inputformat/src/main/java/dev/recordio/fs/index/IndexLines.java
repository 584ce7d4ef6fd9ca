// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.gather.IntOrder;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.fs.stream.Files;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The lines of an {@code .idx} in the order of the file of records: all of them, held in memory and
 * sorted by offset, 16 bytes for each; or as they come, from about an offset on, where the index is
 * in that order. Then they end at a line that is not.
 */
public final class IndexLines implements Closeable {
  private static final int FIRST_CAPACITY = 1 << 10;
  private static final int PROBE_BYTES = 256; // more than two lines
  private static final int NEAR_BYTES = 4096;

  private final IdxReader lines; // null: all lines are held
  private final long fileLength;
  private long[] offsets = new long[FIRST_CAPACITY]; // else only the current line and the next one
  private long[] keys = new long[FIRST_CAPACITY];
  private int count;
  private int at = -1;
  private boolean isUnsorted;

  private IndexLines(IdxReader lines, long fileLength) {
    this.lines = lines;
    this.fileLength = fileLength;
  }

  /**
   * Reads the index of a file as a whole. Of lines with the same offset the order stays.
   *
   * @throws FileNotFoundException when there is none
   * @throws MalformedRecordException when a line is invalid
   */
  public static IndexLines read(Configuration conf, FileStatus records) throws IOException {
    Path index = RecordFiles.index(records.getPath());
    var all = new IndexLines(null, records.getLen());
    boolean ascending = true;
    try (IdxReader lines = IdxReader.open(conf, index)) {
      for (long before = 0; lines.next(); before = lines.offset()) {
        IdxFault.require(index, lines);
        all.add(lines);
        ascending &= Long.compareUnsigned(lines.offset(), before) >= 0;
      }
    }
    if (!ascending) {
      all.sort();
    }
    return all;
  }

  /**
   * Opens the index of a file at a line that is before the line of the record at an offset.
   *
   * @throws FileNotFoundException when there is none
   * @throws MalformedRecordException when a line that is looked at is invalid
   */
  public static IndexLines from(Configuration conf, FileStatus records, long offset)
      throws IOException {
    Path index = RecordFiles.index(records.getPath());
    FileSystem fs = index.getFileSystem(conf);
    return CloseOnFailure.of(
        readerBefore(fs, Files.status(fs, index), offset),
        reader -> {
          var lines = new IndexLines(reader, records.getLen());
          lines.look();
          return lines;
        });
  }

  /**
   * Opens an index in the order of its file at a line whose record begins before an offset, at most
   * some thousand bytes before the line of that offset; it is found by binary search.
   *
   * @throws MalformedRecordException when a line that is looked at is invalid
   */
  public static IdxReader readerBefore(FileSystem fs, FileStatus index, long offset)
      throws IOException {
    return CloseOnFailure.of(
        Files.open(fs, index, Files.Reading.PIECES),
        in -> {
          if (offset > 0) {
            in.seek(lineBefore(in, index, offset));
          }
          return new IdxReader(in, index.getPath().toString());
        });
  }

  private static long lineBefore(FSDataInputStream in, FileStatus index, long offset)
      throws IOException {
    long low = 0;
    long high = index.getLen();
    var probe = new byte[PROBE_BYTES];
    while (high - low > NEAR_BYTES) {
      long middle = (low + high) >>> 1;
      int read = (int) Math.min(PROBE_BYTES, index.getLen() - middle);
      in.readFully(middle, probe, 0, read);
      int start = lineEnd(probe, 0, read) + 1;
      int length = Math.max(0, lineEnd(probe, start, read) - start);
      var bytes = new ByteArrayInputStream(probe, start, length);
      var line = new IdxReader(bytes, index.getPath().toString());
      if (line.next() && Long.compareUnsigned(line.offset(), offset) < 0) {
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

  private void add(IdxReader line) {
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * count);
      keys = Arrays.copyOf(keys, 2 * count);
    }
    offsets[count] = line.offset();
    keys[count++] = line.key();
  }

  private void sort() {
    int[] order =
        new IntOrder().sort(count, (a, b) -> Long.compareUnsigned(offsets[a], offsets[b]));
    offsets = Arrays.stream(order, 0, count).mapToLong(i -> offsets[i]).toArray();
    keys = Arrays.stream(order, 0, count).mapToLong(i -> keys[i]).toArray();
  }

  /** Has the next line of the reader after the current one, if there is one. */
  private void look() throws IOException {
    if (lines.next()) {
      add(lines);
    }
  }

  /**
   * Steps to the next line, at first to the first one.
   *
   * @return false after the last one
   */
  public boolean next() throws IOException {
    if (lines == null) {
      return ++at < count;
    }
    if (at + 1 >= count) {
      return false;
    }
    if (at == 0) {
      offsets[0] = offsets[1];
      keys[0] = keys[1];
      count = 1;
    }
    at = 0;
    look();
    isUnsorted = count > 1 && Long.compareUnsigned(offsets[1], offsets[0]) <= 0;
    count = isUnsorted ? 1 : count;
    return !isUnsorted;
  }

  /** Whether all lines are held. */
  public boolean isWhole() {
    return lines == null;
  }

  /** Whether lines as they come have ended as they are not in the order of the file. */
  public boolean isUnsorted() {
    return isUnsorted;
  }

  /** Returns where the record of the current line begins. */
  public long offset() {
    return offsets[at];
  }

  /** Returns where the record of the next line begins; after the last one, the file's end. */
  public long end() {
    return at + 1 < count ? offsets[at + 1] : fileLength;
  }

  /** Returns the key of the current line, unsigned. */
  public long key() {
    return keys[at];
  }

  /** Returns how many lines are held. */
  public int count() {
    return count;
  }

  /** Goes to a line that is held, from 0. */
  public void read(int line) {
    at = line;
  }

  /** Goes to before a line that is held; {@link #next} steps to it. */
  public void before(long line) {
    at = (int) Math.max(0, line) - 1;
  }

  /** Returns the first line held whose record begins at an offset or after it. */
  public int firstFrom(long offset) {
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

  /** Returns a key that two of the lines held have; null if there is none. */
  public Long repeatedKey() {
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
  public void close() throws IOException {
    if (lines != null) {
      lines.close();
    }
  }
}
