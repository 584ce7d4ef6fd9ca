// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.WritableUtils;

/**
 * What the census found in one split. For each record that was written down: the gap to the one
 * before and its framed length, in bytes as variable-length numbers, and the noted value as
 * another. At the end, big-endian: the number of records and their framed bytes, int64 each. A row
 * of text is a record too; its framed bytes are its line and a line feed.
 */
final class CensusFile {
  /** The suffix of the files. */
  static final String SUFFIX = ".census";

  private static final int TRAILER_BYTES = 2 * Long.BYTES;

  private CensusFile() {}

  /** Takes the records of a split, in order. */
  @FunctionalInterface
  interface Visitor {
    /** Takes a record: where it begins, its framed bytes, what was noted. */
    void visit(long offset, int length, long value) throws IOException;
  }

  /** Writes the file of one split. */
  static final class Writer implements Closeable {
    private final DataOutputStream out;
    private long end;
    private long records;
    private long bytes;

    Writer(Configuration conf, Path file) throws IOException {
      FileSystem fs = file.getFileSystem(conf);
      out = new DataOutputStream(new BufferedOutputStream(fs.create(file, false), 1 << 16));
    }

    /** Counts a record, and writes down its place and a value if {@code place} says so. */
    void add(long offset, int length, boolean place, long value) throws IOException {
      records++;
      bytes += length;
      if (place) {
        WritableUtils.writeVLong(out, offset - end);
        WritableUtils.writeVInt(out, length);
        WritableUtils.writeVLong(out, value);
        end = offset + length;
      }
    }

    /** Writes the end, without which nobody takes the file. */
    void finish() throws IOException {
      out.writeLong(records);
      out.writeLong(bytes);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /**
   * What the end of a file tells.
   *
   * @param records how many records were counted
   * @param bytes their framed bytes
   */
  record Total(long records, long bytes) {}

  /** Reads the end of a file alone. */
  static Total total(FileSystem fs, FileStatus file) throws IOException {
    try (FSDataInputStream in = fs.open(file.getPath())) {
      in.seek(file.getLen() - TRAILER_BYTES);
      return new Total(in.readLong(), in.readLong());
    }
  }

  /** Passes the {@code records} records of a file. */
  static void forEach(FileSystem fs, Path file, long records, Visitor visitor) throws IOException {
    try (var in = new DataInputStream(new BufferedInputStream(fs.open(file), 1 << 16))) {
      long end = 0;
      for (long i = 0; i < records; i++) {
        long offset = end + WritableUtils.readVLong(in);
        int length = WritableUtils.readVInt(in);
        visitor.visit(offset, length, WritableUtils.readVLong(in));
        end = offset + length;
      }
    }
  }
}
