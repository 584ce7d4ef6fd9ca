// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.stream.Files;
import dev.recordio.store.schema.FieldType;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;

/** The items of a field of a zrecord: where each record's bytes are. Each is checked when read. */
final class ZrecordItems implements Closeable {
  static final int BYTES = 16;

  private static final int WINDOW = 1 << 16;
  private static final int LENGTH_AT = 12;

  private final FileStatus file;
  private final ZrecordChunks chunks;
  private final int chunkAt;
  private final int offsetAt;
  private final RowWindow items;

  private long chunk;
  private long offset;
  private int length;

  /**
   * @param offsetFirst whether the offset is before the number of the chunk in an item
   * @param to the record after the last one that will be needed
   */
  ZrecordItems(FileSystem fs, FileStatus file, ZrecordChunks chunks, boolean offsetFirst, long to)
      throws IOException {
    this.file = file;
    this.chunks = chunks;
    chunkAt = offsetFirst ? Long.BYTES : 0;
    offsetAt = offsetFirst ? 0 : Integer.BYTES;
    items = new RowWindow(new ItemRows(fs, file), BYTES, to, WINDOW);
  }

  /** Moves to a record's item. */
  void read(long record) throws IOException {
    int at = items.require(record, 1);
    byte[] bytes = items.buffer();
    chunk = Integer.toUnsignedLong(LittleEndian.getInt(bytes, at + chunkAt));
    offset = LittleEndian.getLong(bytes, at + offsetAt);
    long stored = Integer.toUnsignedLong(LittleEndian.getInt(bytes, at + LENGTH_AT));
    if (stored > 0) {
      String wrong = chunks.wrong(chunk, offset, stored);
      if (wrong == null && stored > FieldType.MAX_VALUE_BYTES) {
        wrong = stored + " bytes";
      }
      if (wrong != null) {
        throw malformed(record, "a place within a chunk", wrong);
      }
    }
    length = (int) stored;
  }

  /** Returns an error about a record. */
  MalformedRecordException malformed(long record, String expected, String found) {
    return new MalformedRecordException(
        "invalid record " + record + " of a zrecord",
        file.getPath().toString(),
        record * BYTES,
        -1,
        expected,
        found);
  }

  /** Returns the place of the chunk among those that exist. */
  int chunk() {
    return chunks.place(chunk);
  }

  long offset() {
    return offset;
  }

  /** Returns how many bytes are stored; 0: the record has no value. */
  int length() {
    return length;
  }

  @Override
  public void close() throws IOException {
    items.close();
  }

  /** The items' bytes. */
  private static final class ItemRows implements Rows {
    private final FSDataInputStream in;
    private final FileStatus file;

    ItemRows(FileSystem fs, FileStatus file) throws IOException {
      in = Files.open(fs, file, Files.Reading.SEQUENTIAL);
      this.file = file;
    }

    @Override
    public void read(long first, int count, byte[] into) throws IOException {
      in.seek(first * BYTES);
      try {
        in.readFully(into, 0, count * BYTES);
      } catch (EOFException e) {
        throw new MalformedRecordException(
            "changed items of a zrecord",
            file.getPath().toString(),
            first * BYTES,
            -1,
            count + " items",
            "the end of the file");
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
