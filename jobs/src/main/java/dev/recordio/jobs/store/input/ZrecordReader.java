// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.fs.gather.Gather;
import dev.recordio.store.schema.FieldType;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.apache.hadoop.conf.Configuration;

/** Reads values of consecutive records of a zrecord, batch by batch. */
final class ZrecordReader extends ColumnReader {
  private static final int BATCH = 4096;
  private static final int ABSENT = -1;

  private final ZrecordItems items;
  private final Gather gather;
  private final int unit;
  private final long to;
  private final Inflater inflater; // null: as they are
  private final int[] ranges = new int[BATCH]; // of each record of the batch
  private long first; // record of the batch
  private int count; // of the batch
  private int next; // in it
  private byte[] plain = new byte[1 << 12];

  /**
   * @param unit the bytes that each value has a multiple of
   */
  ZrecordReader(
      Configuration conf,
      ZrecordItems items,
      ZrecordChunks chunks,
      boolean deflated,
      int unit,
      long from,
      long to) {
    this.items = items;
    this.unit = unit;
    this.to = to;
    first = from;
    gather = new Gather(conf, chunks.paths());
    inflater = deflated ? new Inflater(true) : null;
  }

  @Override
  public boolean next() throws IOException {
    if (next == count && !fetch()) {
      return false;
    }
    long record = first + next;
    int range = ranges[next++];
    if (range == ABSENT) {
      setAbsent();
      return true;
    }
    set(gather.bytes(), gather.start(range), gather.length(range));
    if (inflater != null) {
      inflate(record);
    }
    if (length() % unit != 0) {
      throw items.malformed(record, "a multiple of " + unit + " bytes", length() + " bytes");
    }
    return true;
  }

  private boolean fetch() throws IOException {
    first += count;
    count = 0;
    next = 0;
    gather.clear();
    while (count < BATCH && first + count < to) {
      items.read(first + count);
      int range = ABSENT;
      if (items.length() > 0) {
        range = gather.count();
        if (!gather.add(items.chunk(), items.offset(), items.length())) {
          break;
        }
      }
      ranges[count++] = range;
    }
    gather.fetch();
    return count > 0;
  }

  private void inflate(long record) throws IOException {
    inflater.reset();
    inflater.setInput(buffer(), offset(), length());
    int done = 0;
    try {
      while (!inflater.finished()) {
        if (done == plain.length) {
          if (done >= FieldType.MAX_VALUE_BYTES) {
            throw items.malformed(
                record, "at most " + FieldType.MAX_VALUE_BYTES + " bytes, inflated", "more");
          }
          plain = Arrays.copyOf(plain, (int) Math.min(2L * done, FieldType.MAX_VALUE_BYTES));
        }
        int got = inflater.inflate(plain, done, plain.length - done);
        if (got == 0
            && !inflater.finished()
            && (inflater.needsInput() || inflater.needsDictionary())) {
          throw items.malformed(record, "deflated bytes", "a stream that does not end");
        }
        done += got;
      }
    } catch (DataFormatException e) {
      throw items.malformed(record, "deflated bytes", "others: " + e.getMessage());
    }
    if (inflater.getRemaining() > 0) {
      throw items.malformed(
          record, "deflated bytes", inflater.getRemaining() + " more after their end");
    }
    set(plain, 0, done);
  }

  @Override
  public void close() throws IOException {
    if (inflater != null) {
      inflater.end();
    }
    try (items) {
      gather.close();
    }
  }
}
