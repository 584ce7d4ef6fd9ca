// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.gather.Gather;
import dev.recordio.fs.stream.Files;
import dev.recordio.store.schema.FieldType;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * Reads values of consecutive records of a zrecord, batch by batch. The items of a field are where
 * each record's bytes are; each is checked when it is read.
 */
final class ZrecordReader extends Column.Reader {
  static final int ITEM_BYTES = 16;

  private static final int WINDOW = 1 << 16;
  private static final int LENGTH_AT = 12;
  private static final int BATCH = 4096;
  private static final byte[] UNREAD = {};

  private final String file;
  private final Zrecord.Chunks chunks;
  private final int chunkAt;
  private final int offsetAt;
  private final Rows.Window items;
  private final int unit;
  private final long to;
  private final Gather gather; // null: only lengths are read
  private final Inflater inflater; // null: values are as they are
  private final int[] lengths = new int[BATCH]; // of each record of the batch; 0: no value
  private long first; // record of the batch
  private int count; // of the batch
  private int next; // in it
  private int range; // of the next value
  private byte[] plain = new byte[1 << 12];

  /**
   * @param file the items
   * @param offsetFirst whether the offset is before the number of the chunk in an item
   * @param unit the bytes that each value has a multiple of
   * @param readsValues whether values are read; else only their lengths
   */
  ZrecordReader(
      Configuration conf,
      FileStatus file,
      Zrecord.Chunks chunks,
      boolean offsetFirst,
      boolean deflated,
      int unit,
      long from,
      long to,
      boolean readsValues)
      throws IOException {
    this.file = file.getPath().toString();
    this.chunks = chunks;
    chunkAt = offsetFirst ? Long.BYTES : 0;
    offsetAt = offsetFirst ? 0 : Integer.BYTES;
    this.unit = unit;
    this.to = to;
    first = from;
    Rows.Changed changed =
        (offset, expected, found) ->
            new MalformedRecordException(
                "changed items of a zrecord", this.file, offset, -1, expected, found);
    var in = Files.open(file.getPath().getFileSystem(conf), file, Files.Reading.SEQUENTIAL);
    items = new Rows.Window(Rows.inFile(in, 0, ITEM_BYTES, changed), ITEM_BYTES, to, WINDOW);
    gather = readsValues ? new Gather(conf, chunks.paths()) : null;
    inflater = deflated && readsValues ? new Inflater(true) : null;
  }

  @Override
  public boolean next() throws IOException {
    if (next == count && !fetch()) {
      return false;
    }
    long record = first + next;
    int length = lengths[next++];
    if (length == 0) {
      setAbsent();
      return true;
    }
    if (gather == null) {
      set(UNREAD, 0, length);
    } else {
      set(gather.bytes(), gather.start(range++), length);
    }
    if (inflater != null) {
      inflate(record);
    }
    if (length() % unit != 0) {
      throw malformed(record, "a multiple of " + unit + " bytes", length() + " bytes");
    }
    return true;
  }

  private boolean fetch() throws IOException {
    first += count;
    count = 0;
    next = 0;
    range = 0;
    if (gather != null) {
      gather.clear();
    }
    while (count < BATCH && first + count < to && add(first + count)) {
      count++;
    }
    if (gather != null) {
      gather.fetch();
    }
    return count > 0;
  }

  /** Adds a record to the batch; returns false if there is no more space for its value. */
  private boolean add(long record) throws IOException {
    int at = items.require(record, 1);
    byte[] bytes = items.buffer();
    long chunk = Integer.toUnsignedLong(LittleEndian.getInt(bytes, at + chunkAt));
    long offset = LittleEndian.getLong(bytes, at + offsetAt);
    long stored = Integer.toUnsignedLong(LittleEndian.getInt(bytes, at + LENGTH_AT));
    lengths[count] = (int) stored;
    if (stored == 0) {
      return true;
    }
    String wrong = chunks.wrong(chunk, offset, stored);
    if (wrong == null && stored > FieldType.MAX_VALUE_BYTES) {
      wrong = stored + " bytes";
    }
    if (wrong != null) {
      throw malformed(record, "a place within a chunk", wrong);
    }
    return gather == null || gather.add(chunks.place(chunk), offset, (int) stored);
  }

  private MalformedRecordException malformed(long record, String expected, String found) {
    return new MalformedRecordException(
        "invalid record " + record + " of a zrecord",
        file,
        record * ITEM_BYTES,
        -1,
        expected,
        found);
  }

  private void inflate(long record) throws IOException {
    inflater.reset();
    inflater.setInput(buffer(), offset(), length());
    int done = 0;
    try {
      while (!inflater.finished()) {
        if (done == plain.length) {
          if (done >= FieldType.MAX_VALUE_BYTES) {
            throw malformed(
                record, "at most " + FieldType.MAX_VALUE_BYTES + " bytes, inflated", "more");
          }
          plain = Arrays.copyOf(plain, (int) Math.min(2L * done, FieldType.MAX_VALUE_BYTES));
        }
        int got = inflater.inflate(plain, done, plain.length - done);
        if (got == 0
            && !inflater.finished()
            && (inflater.needsInput() || inflater.needsDictionary())) {
          throw malformed(record, "deflated bytes", "a stream that does not end");
        }
        done += got;
      }
    } catch (DataFormatException e) {
      throw malformed(record, "deflated bytes", "others: " + e.getMessage());
    }
    if (inflater.getRemaining() > 0) {
      throw malformed(record, "deflated bytes", inflater.getRemaining() + " more after their end");
    }
    set(plain, 0, done);
  }

  @Override
  public void close() throws IOException {
    if (inflater != null) {
      inflater.end();
    }
    try (items) {
      if (gather != null) {
        gather.close();
      }
    }
  }
}
