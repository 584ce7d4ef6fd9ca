// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The names, lengths and times of the files of one folder, sorted by code point: some 40 bytes a
 * file beside the name itself, so that a folder of millions of files fits in a small heap.
 */
final class NameTable {
  private byte[] names = new byte[1 << 10];
  private int[] starts = new int[64]; // of each name; one more than there are names
  private long[] lengths = new long[63];
  private long[] modified = new long[63];
  private int[] order = {};
  private int count;

  /** Adds a file. */
  void add(String name, long length, long modifiedAt) throws IOException {
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    int start = starts[count];
    if (start > Integer.MAX_VALUE - 64 - utf8.length) {
      throw new IOException("a folder with more than 2 GiB of file names can't be packed");
    }
    if (start + utf8.length > names.length) {
      names = Arrays.copyOf(names, grown(names.length, start + utf8.length));
    }
    if (count == lengths.length) {
      lengths = Arrays.copyOf(lengths, grown(count, count + 1));
      modified = Arrays.copyOf(modified, lengths.length);
      starts = Arrays.copyOf(starts, lengths.length + 1);
    }
    System.arraycopy(utf8, 0, names, start, utf8.length);
    lengths[count] = length;
    modified[count++] = modifiedAt;
    starts[count] = start + utf8.length;
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
    // File systems mostly list in order already; sorting what is sorted costs one pass.
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
    return Arrays.compareUnsigned(names, starts[a], starts[a + 1], names, starts[b], starts[b + 1]);
  }

  /** Returns the number of files. */
  int size() {
    return count;
  }

  /** Returns the name at {@code rank} of the order. */
  String name(int rank) {
    int i = order[rank];
    return new String(names, starts[i], starts[i + 1] - starts[i], StandardCharsets.UTF_8);
  }

  /** Returns the length of the file at {@code rank} of the order. */
  long length(int rank) {
    return lengths[order[rank]];
  }

  /** Returns when the file at {@code rank} of the order was changed last, in milliseconds. */
  long modified(int rank) {
    return modified[order[rank]];
  }
}
