// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.batch;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.stream.Files;
import dev.recordio.image.ListLine;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.LineReader;

/**
 * Labels by id, from a .lst file. Takes 16 to 32 bytes an id, and 4 a label.
 *
 * <p>Safe for use by several threads, as nothing changes after loading.
 */
final class LabelTable {
  private static final int MAX_LINE = 1 << 20;
  private static final int MAX_IDS = 1 << 29;
  private static final String WHAT = "malformed list line";

  private final String file;
  private final int width; // -1: any
  private long[] ids = new long[16]; // open addressing; of a place without labels: any
  private int[] numbers = new int[16]; // of the labels of the id there, from 1; 0: none
  private float[] labels = new float[16];
  private int[] ends = new int[16]; // of the labels of a number, after the labels of the one before
  private int maxWidth;
  private int count;

  private LabelTable(String file, int width) {
    this.file = file;
    this.width = width;
  }

  /**
   * Loads a list.
   *
   * @param width how many labels each line must have; -1: any number of them
   * @throws MalformedRecordException when a line is malformed, has another number of labels, or an
   *     id that an earlier one has
   */
  static LabelTable load(Configuration conf, Path path, int width) throws IOException {
    FileSystem fs = path.getFileSystem(conf);
    FileStatus status = fs.getFileStatus(path);
    var table = new LabelTable(path.toString(), width);
    var line = new Text();
    var parsed = new ListLine();
    long offset = 0;
    long number = 1;
    try (InputStream in = Files.open(fs, status, Files.Reading.WHOLE);
        var lines = new LineReader(in, conf)) {
      for (int read; (read = lines.readLine(line, MAX_LINE + 1)) > 0; offset += read, number++) {
        if (line.getLength() > MAX_LINE) {
          throw table.malformed(
              offset, number, "at most " + MAX_LINE + " bytes", "one of " + read + " or more");
        }
        table.add(parsed, line, offset, number);
      }
    }
    return table;
  }

  private void add(ListLine parsed, Text line, long offset, long number)
      throws MalformedRecordException {
    try {
      if (!parsed.parse(line.getBytes(), 0, line.getLength(), offset, number)) {
        return;
      }
    } catch (MalformedRecordException e) {
      throw e.at(file);
    }
    String id = "id " + Long.toUnsignedString(parsed.key());
    if (width >= 0 && parsed.labelCount() != width) {
      throw malformed(
          offset,
          number,
          width + " labels of " + id + ", as label-width is",
          Integer.toString(parsed.labelCount()));
    }
    if (!put(parsed.key(), parsed.labels(), parsed.labelCount())) {
      throw malformed(offset, number, "each id once", id + " again");
    }
  }

  private MalformedRecordException malformed(
      long offset, long line, String expected, String found) {
    return new MalformedRecordException(WHAT, file, offset, line, expected, found);
  }

  private boolean put(long id, float[] of, int number) {
    if (count >= ids.length / 4 * 3) {
      grow();
    }
    int at = place(id);
    if (numbers[at] != 0) {
      return false;
    }
    int used = ends[count];
    if ((long) used + number > labels.length) {
      long length = Math.min(Integer.MAX_VALUE - 8, Math.max(2L * labels.length, number));
      if ((long) used + number > length || count == MAX_IDS) {
        throw new IllegalStateException(file + " has more labels than fit into memory");
      }
      labels = Arrays.copyOf(labels, (int) length);
    }
    if (count + 1 == ends.length) {
      ends = Arrays.copyOf(ends, 2 * ends.length);
    }
    System.arraycopy(of, 0, labels, used, number);
    ids[at] = id;
    numbers[at] = ++count;
    ends[count] = used + number;
    maxWidth = Math.max(maxWidth, number);
    return true;
  }

  /** Returns where an id is, or would be. */
  private int place(long id) {
    int mask = ids.length - 1;
    int at = (int) (id * 0x9E3779B97F4A7C15L >>> 33) & mask;
    while (numbers[at] != 0 && ids[at] != id) {
      at = at + 1 & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldIds = ids;
    int[] oldNumbers = numbers;
    ids = new long[2 * oldIds.length];
    numbers = new int[2 * oldIds.length];
    for (int i = 0; i < oldIds.length; i++) {
      if (oldNumbers[i] != 0) {
        int at = place(oldIds[i]);
        ids[at] = oldIds[i];
        numbers[at] = oldNumbers[i];
      }
    }
  }

  /** Returns the number of ids. */
  int size() {
    return count;
  }

  /** Returns the file. */
  String file() {
    return file;
  }

  /** Returns the greatest number of labels of an id. */
  int maxWidth() {
    return maxWidth;
  }

  /** Returns the labels of the first line; none when there is no line. */
  float[] first() {
    return Arrays.copyOf(labels, count == 0 ? 0 : ends[1]);
  }

  /**
   * Copies the labels of an id, as many as fit.
   *
   * @return how many it has; -1 when the list lacks it
   */
  int get(long id, float[] to) {
    int number = numbers[place(id)];
    if (number == 0) {
      return -1;
    }
    int from = ends[number - 1];
    int length = ends[number] - from;
    System.arraycopy(labels, from, to, 0, Math.min(length, to.length));
    return length;
  }
}
