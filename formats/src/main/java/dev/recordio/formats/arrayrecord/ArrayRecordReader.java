// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.arrayrecord;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.Files;
import java.io.Closeable;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads the records of an ArrayRecord file by its footer: all in order, a range of them, or one by
 * its number. In order, large reads serve many chunks.
 *
 * <p>Memory: the footer's offsets, a chunk and its records, and one read.
 */
public final class ArrayRecordReader implements Closeable {
  private static final int READ_BYTES = 1 << 20;

  private final Chunks file;
  private final String path;
  private final ArrayRecordFooter footer;
  private int chunk = -1; // that was read
  private long next;
  private long stop;
  private int record = -1; // in its chunk

  private ArrayRecordReader(Chunks file, String path) throws IOException {
    this.file = file;
    this.path = path;
    try {
      footer = ArrayRecordFooter.read(file);
    } catch (MalformedRecordException e) {
      throw named(e);
    }
    range(0, footer.records());
  }

  /** Whether a file is one by its name; the names of shards may end in their numbers. */
  public static boolean isNamed(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.contains(".array_record") || lower.contains(".arrayrecord");
  }

  /**
   * Opens a file, and reads its footer.
   *
   * @throws MalformedRecordException when it is damaged
   */
  public static ArrayRecordReader open(FileSystem fs, FileStatus file) throws IOException {
    Chunks chunks = chunks(fs, file);
    try {
      return new ArrayRecordReader(chunks, file.getPath().toString());
    } catch (IOException | RuntimeException e) {
      try (chunks) {
        throw e;
      }
    }
  }

  /** Opens a file, without reading anything. */
  public static Chunks chunks(FileSystem fs, FileStatus file) throws IOException {
    return chunks(fs, file.getPath(), file.getLen());
  }

  /** Opens a file whose length is known, without reading anything. */
  public static Chunks chunks(FileSystem fs, Path file, long length) throws IOException {
    FSDataInputStream in = Files.open(fs, file, length, Files.Reading.PIECES);
    return new Chunks(ChunkReader.of(in, file.toString(), length, READ_BYTES));
  }

  public ArrayRecordFooter footer() {
    return footer;
  }

  /** Goes to a record; {@link #next} ends before {@code end}. */
  public void range(long from, long end) {
    next = from;
    stop = Math.min(end, footer.records());
    boolean isOne = end - from <= 1;
    file.readAheadTo(isOne || stop <= from ? 0 : footer.offset(footer.chunkOf(stop - 1) + 1));
  }

  /**
   * Advances to the next record.
   *
   * @return false at the end of the range
   * @throws MalformedRecordException when its chunk is damaged; the next call goes on after it
   */
  public boolean next() throws IOException {
    if (next >= stop) {
      return false;
    }
    if (chunk < 0 || next < footer.first(chunk) || next >= footer.first(chunk + 1)) {
      int wanted = chunk + 1;
      if (chunk < 0 || next != footer.first(wanted)) {
        wanted = footer.chunkOf(next);
      }
      chunk = -1;
      try {
        footer.read(file, wanted);
      } catch (MalformedRecordException e) {
        next = footer.first(wanted + 1);
        throw named(e);
      }
      chunk = wanted;
    }
    record = (int) (next++ - footer.first(chunk));
    return true;
  }

  private MalformedRecordException named(MalformedRecordException e) {
    return e.path() == null ? e.at(path) : e;
  }

  /** Returns the array that holds the record; good until the next one. */
  public byte[] bytes() {
    return file.bytes();
  }

  /** Returns the index of the record's first byte. */
  public int from() {
    return file.from(record);
  }

  /** Returns the index after the record's last byte. */
  public int end() {
    return file.end(record);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
