// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.shuffle;

import dev.recordio.jobs.run.TaskFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;

/**
 * Puts the records of one bucket after the other into their order. Blocks are kept in memory up to
 * a bound; further ones go to a file on this machine's disk, whose records are read one by one.
 *
 * <p>Memory: the bound, eight bytes for each position of a bucket, and the longest record of the
 * file. Closing the object removes the file.
 */
final class BucketRecords implements Closeable {
  private static final int FIRST_CAPACITY = 1 << 16;

  /** Records whose first bytes are loaded together. */
  private static final int AHEAD = 16;

  /** What is read at once of a file's entry: most records are shorter. */
  private static final int READ = 1 << 12;

  /** Takes the records in order. */
  interface Output {
    /** Takes a framed record and its key, which is 0 if keys are not kept. */
    void write(byte[] bytes, int from, int length, long key) throws IOException;
  }

  private final Configuration conf;
  private final boolean keyed;
  private final int header;
  private final long memory;
  private final Output output;
  private byte[] kept = {};
  private int used;
  private TaskFile file;
  private byte[] read = {};
  private long[] places = {}; // 0: not yet; n > 0: kept at n - 1; n < 0: in the file at -n - 1
  private long first;
  private int count;
  private int written; // the records before this place are
  private int touched; // keeps the compiler from leaving the look at memory out

  BucketRecords(Configuration conf, boolean keyed, long memory, Output output) {
    this.conf = conf;
    this.keyed = keyed;
    this.memory = Math.min(memory, Integer.MAX_VALUE - Long.BYTES);
    this.output = output;
    header = ShuffleEntry.headerBytes(keyed);
  }

  /** Begins a bucket of the positions {@code begin} to {@code end}, without the latter. */
  void begin(long begin, long end) throws IOException {
    first = begin;
    count = Math.toIntExact(end - begin);
    written = 0;
    used = 0;
    if (places.length < count) {
      places = new long[count];
    } else {
      Arrays.fill(places, 0, count, 0);
    }
    if (file != null) {
      file.clear();
    }
  }

  /**
   * Adds the records of a block, which may be reused afterwards.
   *
   * @throws IllegalStateException when a record belongs to no place of the bucket, or to one that
   *     has its record
   */
  void add(byte[] block, int length) throws IOException {
    if (length >= header && isNext(block, length)) {
      write(block, 0); // a long record is not kept if it need not wait
      written++;
      return;
    }
    if (used + (long) length <= memory) {
      place(block, length, used + 1L, 1);
      keep(block, length);
    } else {
      if (file == null) {
        file = TaskFile.create(conf, "recordio-shuffle");
      }
      place(block, length, -file.length() - 1, -1);
      file.append(block, 0, length);
    }
  }

  private boolean isNext(byte[] block, int length) {
    return ShuffleEntry.place(block, 0) == written
        && ShuffleEntry.length(block, 0) == length - header
        && written < count
        && places[written] == 0;
  }

  private void place(byte[] block, int length, long base, int sign) {
    for (int at = 0; at < length; ) {
      int bytes = length - at < header ? -1 : ShuffleEntry.length(block, at);
      if (bytes < 0 || bytes > length - at - header) {
        throw new IllegalStateException(
            "a block of " + length + " bytes has no whole entry at " + at);
      }
      int place = ShuffleEntry.place(block, at);
      if (place < written || place >= count || places[place] != 0) {
        throw new IllegalStateException(
            "record " + (first + place) + " of the new order came twice, or to a wrong bucket");
      }
      places[place] = base + (long) sign * at;
      at += header + bytes;
    }
  }

  private void keep(byte[] block, int length) {
    int needed = used + length;
    if (kept.length < needed) {
      long capacity = Math.max(Math.max(FIRST_CAPACITY, needed), Math.min(memory, 2L * used));
      kept = Arrays.copyOf(kept, (int) Math.min(capacity, Integer.MAX_VALUE - 8));
    }
    System.arraycopy(block, 0, kept, used, length);
    used = needed;
  }

  /**
   * Writes the records of the bucket that are not yet written.
   *
   * @throws IllegalStateException when one is missing
   */
  void finish() throws IOException {
    while (written < count) {
      if (written % AHEAD == 0) {
        touched += touch(written, Math.min(written + AHEAD, count));
      }
      long place = places[written];
      if (place == 0) {
        throw new IllegalStateException(
            "record " + (first + written) + " of the new order is missing");
      }
      if (place > 0) {
        write(kept, (int) (place - 1));
      } else {
        load(-place - 1);
        write(read, 0);
      }
      written++;
    }
  }

  /** Waits for memory once for all of the records from here on, not once for each. */
  private int touch(int from, int to) {
    int sum = 0;
    for (int i = from; i < to; i++) {
      sum += places[i] > 0 ? kept[(int) (places[i] - 1)] : 0;
    }
    return sum;
  }

  private void write(byte[] block, int at) throws IOException {
    long key = keyed ? ShuffleEntry.key(block, at) : 0;
    output.write(block, at + header, ShuffleEntry.length(block, at), key);
  }

  /** Reads the entry at an offset of the file. */
  private void load(long offset) throws IOException {
    load(offset, 0, (int) Math.min(READ, file.length() - offset));
    int entry = header + ShuffleEntry.length(read, 0);
    if (entry > READ) {
      load(offset, READ, entry);
    }
  }

  private void load(long offset, int from, int to) throws IOException {
    if (read.length < to) {
      read = Arrays.copyOf(read, Math.max(READ, to));
    }
    file.readFully(offset + from, read, from, to - from);
  }

  /** Returns the bytes of the current bucket that are in the file. */
  long spilled() {
    return file == null ? 0 : file.length();
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
