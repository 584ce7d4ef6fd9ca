// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.fs.gather.Gather;
import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.jobs.run.TaskFile;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * Rows of an array in Fortran order: the items of one place of all rows are side by side. For
 * several rows, a piece of each of these columns is read, and its items are put in their places.
 *
 * <p>Memory: what is asked for, and a batch of {@link Gather}. A deflated array is inflated to a
 * file of the task first, and read from there piece by piece.
 */
final class TransposedRows implements Rows {
  private final Gather gather; // or:
  private final TaskFile inflated;
  private final long base;
  private final long rows;
  private final int itemBytes;
  private final long rowBytes;
  private final int[] lengths; // of the axes after the first
  private final int[] steps; // bytes from one item to the next along each of them, in C order

  private TransposedRows(ArrayFile array, long base, Gather gather, TaskFile inflated) {
    this.base = base;
    this.gather = gather;
    this.inflated = inflated;
    rows = array.rows();
    itemBytes = array.header().type().bytes();
    rowBytes = array.rowBytes();
    long[] axes = array.header().lengthsFrom(1);
    lengths = new int[axes.length];
    steps = new int[axes.length];
    int step = itemBytes;
    for (int i = axes.length - 1; i >= 0; i--) {
      lengths[i] = Math.toIntExact(axes[i]);
      steps[i] = step;
      step *= lengths[i];
    }
  }

  static TransposedRows open(Configuration conf, ArrayFile array, long from) throws IOException {
    if (!array.isDeflated()) {
      if (array.member() != null && from == 0) {
        check(conf, array);
      }
      var gather = new Gather(conf, List.of(array.file().getPath()));
      return new TransposedRows(array, array.base(), gather, null);
    }
    return CloseOnFailure.of(
        TaskFile.create(conf, "recordio-store"),
        spool -> {
          inflate(conf, array, spool);
          return new TransposedRows(array, array.header().dataOffset(), null, spool);
        });
  }

  private static void check(Configuration conf, ArrayFile array) throws IOException {
    try (var in = new MemberStream(conf, array.file(), array.member())) {
      in.skip(Long.MAX_VALUE);
    }
  }

  private static void inflate(Configuration conf, ArrayFile array, TaskFile spool)
      throws IOException {
    byte[] chunk = new byte[1 << 16];
    try (var in = new MemberStream(conf, array.file(), array.member())) {
      for (int got = in.read(chunk); got >= 0; got = in.read(chunk)) {
        spool.append(chunk, 0, got);
      }
    }
  }

  @Override
  public void read(long first, int count, byte[] into) throws IOException {
    if (inflated != null) {
      readInflated(first, count, into);
      return;
    }
    long columns = rowBytes / itemBytes;
    int piece = count * itemBytes;
    long asked = 0;
    for (long column = 0; column < columns; asked = column) {
      gather.clear();
      while (asked < columns && gather.add(0, base + (asked * rows + first) * itemBytes, piece)) {
        asked++;
      }
      gather.fetch();
      for (int i = 0; column < asked; column++, i++) {
        put(gather.bytes(), gather.start(i), into, place(column), count);
      }
    }
  }

  private void readInflated(long first, int count, byte[] into) throws IOException {
    byte[] piece = new byte[count * itemBytes];
    for (long column = 0; column < rowBytes / itemBytes; column++) {
      long at = base + (column * rows + first) * itemBytes;
      inflated.readFully(at, piece, 0, piece.length);
      put(piece, 0, into, place(column), count);
    }
  }

  /** Puts the items of a piece in the same place of all rows. */
  private void put(byte[] from, int at, byte[] into, int place, int count) {
    int target = place;
    for (int end = at + count * itemBytes; at < end; at += itemBytes, target += (int) rowBytes) {
      if (itemBytes < Long.BYTES) {
        for (int i = 0; i < itemBytes; i++) {
          into[target + i] = from[at + i];
        }
      } else {
        System.arraycopy(from, at, into, target, itemBytes);
      }
    }
  }

  /** Returns the place of a column in a row: of its axes, the first one counts fastest. */
  private int place(long column) {
    int place = 0;
    long left = column;
    for (int i = 0; i < lengths.length; i++) {
      place += (int) (left % lengths[i]) * steps[i];
      left /= lengths[i];
    }
    return place;
  }

  @Override
  public void close() throws IOException {
    try (gather;
        inflated) {
      // one of them
    }
  }
}
