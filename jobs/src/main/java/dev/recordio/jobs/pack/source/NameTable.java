// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.WritableUtils;

/**
 * The names, lengths and times of the files of one folder, sorted by code point: about 32 bytes per
 * file in addition to the name, so that a folder of millions of files fits in a small heap.
 */
final class NameTable {
  private byte[] entries = new byte[1 << 10]; // of each: length, time, name
  private int[] starts = new int[64]; // of each entry; one more than the number of entries
  private int[] order = {};
  private int count;
  private final DataOutputBuffer out = new DataOutputBuffer();
  private final DataInputBuffer in = new DataInputBuffer();

  /** Adds a file. */
  void add(String name, long length, long modified) throws IOException {
    out.reset();
    WritableUtils.writeVLong(out, length);
    WritableUtils.writeVLong(out, modified);
    out.write(name.getBytes(StandardCharsets.UTF_8));
    int size = out.getLength();
    int start = starts[count];
    if (start > Integer.MAX_VALUE - 64 - size) {
      throw new IOException("a folder with more than 2 GiB of file names can't be packed");
    }
    if (start + size > entries.length) {
      entries = Arrays.copyOf(entries, grown(entries.length, start + size));
    }
    if (count + 1 == starts.length) {
      starts = Arrays.copyOf(starts, grown(starts.length, count + 2));
    }
    System.arraycopy(out.getData(), 0, entries, start, size);
    starts[++count] = start + size;
  }

  private static int grown(int size, int needed) {
    return (int) Math.min(Integer.MAX_VALUE - 64, Math.max(needed, size + (long) (size >> 1)));
  }

  /** Sorts the files by name. UTF-8 bytes, taken as unsigned, are in the order of code points. */
  void sort() {
    order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    // File systems mostly list in order already; sorting sorted names costs one pass.
    mergeSort(new int[count], 0, count);
  }

  private void mergeSort(int[] spare, int from, int to) {
    if (to - from < 2) {
      return;
    }
    int middle = from + to >>> 1;
    mergeSort(spare, from, middle);
    mergeSort(spare, middle, to);
    if (compare(order[middle - 1], order[middle]) <= 0) {
      return;
    }
    System.arraycopy(order, from, spare, from, middle - from);
    int left = from;
    int right = middle;
    for (int at = from; left < middle; at++) {
      boolean takeRight = right < to && compare(order[right], spare[left]) < 0;
      order[at] = takeRight ? order[right++] : spare[left++];
    }
  }

  private int compare(int a, int b) {
    return Arrays.compareUnsigned(
        entries, nameStart(a), starts[a + 1], entries, nameStart(b), starts[b + 1]);
  }

  private int nameStart(int i) {
    int time = starts[i] + WritableUtils.decodeVIntSize(entries[starts[i]]);
    return time + WritableUtils.decodeVIntSize(entries[time]);
  }

  /** Returns the number of files. */
  int size() {
    return count;
  }

  /** Returns the name at {@code rank} of the order. */
  String name(int rank) {
    int i = order[rank];
    int start = nameStart(i);
    return new String(entries, start, starts[i + 1] - start, StandardCharsets.UTF_8);
  }

  /** Returns the length of the file at {@code rank} of the order. */
  long length(int rank) throws IOException {
    return number(starts[order[rank]]);
  }

  /** Returns the modification time of the file at {@code rank} of the order, in milliseconds. */
  long modified(int rank) throws IOException {
    int start = starts[order[rank]];
    return number(start + WritableUtils.decodeVIntSize(entries[start]));
  }

  private long number(int start) throws IOException {
    in.reset(entries, start, WritableUtils.decodeVIntSize(entries[start]));
    return WritableUtils.readVLong(in);
  }
}
