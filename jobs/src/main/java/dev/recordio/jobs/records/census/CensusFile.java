// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.fs.stream.Files;
import dev.recordio.image.InsightFaceTally;
import dev.recordio.jobs.rows.RowFault;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.WritableUtils;

/**
 * The records that the census found in the splits of a task. For each record, as requested,
 * variable-length numbers: the gap after the record before it and its framed length, in bytes; the
 * noted value; the difference between its key and the key before. A row of text counts as a record;
 * its framed bytes are its line and a line feed.
 */
final class CensusFile {
  private static final int BUFFER = 1 << 16;

  private CensusFile() {}

  /** Takes the records of a split, in order. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Takes a record: its offset, its framed length in bytes, the noted value, and its key, 0 if
     * the split has no keys.
     */
    void visit(long offset, int length, long value, long key) throws IOException;
  }

  /** What was found in a split, which its task reports. */
  static final class Total {
    private int file; // the number of the file with its records
    private long begin; // offset of its records there, in bytes
    private boolean hasPlaces = true; // whether offsets and values are written
    private long records;
    private long bytes; // framed

    /** Summary of the keys of all records, those not noted too; null without keys. */
    KeySpan keys;

    /** Why the index that gives these keys does not fit the file; empty if it does. */
    String misfit = "";

    /** What the query ids of rows of text make of these; null for records. */
    QueryRuns.OfSplit queries;

    /** The header of the file, where rows of text have one and the split begins with it. */
    byte[] header;

    /** Of rows of text, the first of each kind that probably means something else. */
    List<RowFault> doubts = List.of();

    /**
     * The tally of all records of an InsightFace set; null for other files, or where there was
     * damage. Records that are no images are not counted elsewhere.
     */
    InsightFaceTally faces;

    long records() {
      return records;
    }

    long bytes() {
      return bytes;
    }

    void count(int length) {
      records++;
      bytes += length;
    }
  }

  /** Returns the file of a number in the folder of the census. */
  private static Path path(Path folder, int number) {
    return new Path(folder, "places-" + number);
  }

  /** Writes the file of a task, split by split. */
  static final class Writer implements Closeable {
    private final int file;
    private final DataOutputStream out;
    private long written; // bytes of the splits before
    private Total total;
    private long end;
    private long lastKey;

    Writer(Configuration conf, Path folder, int file) throws IOException {
      this.file = file;
      out =
          new DataOutputStream(
              new BufferedOutputStream(Files.create(conf, path(folder, file)), BUFFER));
    }

    /** Begins the next split; the arguments specify what is written of its records. */
    Total begin(boolean places, boolean withKeys) {
      total = new Total();
      total.file = file;
      total.begin = written;
      total.hasPlaces = places;
      total.keys = withKeys ? new KeySpan() : null;
      end = 0;
      lastKey = 0;
      return total;
    }

    /** Counts a record, and writes what was requested. */
    void add(long offset, int length, long value, long key) throws IOException {
      total.count(length);
      if (total.hasPlaces) {
        number(offset - end);
        number(length);
        number(value);
        end = offset + length;
      }
      if (total.keys != null) {
        number(key - lastKey);
        lastKey = key;
      }
    }

    private void number(long value) throws IOException {
      WritableUtils.writeVLong(out, value);
      written += WritableUtils.getVIntSize(value);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /** Reads the records of splits, in their order: one file is open at a time. */
  static final class Reader implements Closeable {
    private final FileSystem fs;
    private final Path folder;
    private int open = -1;
    private DataInputStream in; // null: none is open
    private long position;

    Reader(FileSystem fs, Path folder) {
      this.fs = fs;
      this.folder = folder;
    }

    /** Passes the records of a split. */
    void forEach(Total split, Visitor visitor) throws IOException {
      if (split.file != open) {
        close();
        FSDataInputStream file = Files.open(fs, path(folder, split.file), Files.Reading.SEQUENTIAL);
        in = new DataInputStream(new BufferedInputStream(file, BUFFER));
        open = split.file;
        position = 0;
      }
      in.skipNBytes(split.begin - position);
      position = split.begin;
      long end = 0;
      long key = 0;
      for (long i = 0; i < split.records; i++) {
        long offset = split.hasPlaces ? end + number() : 0;
        int length = split.hasPlaces ? Math.toIntExact(number()) : 0;
        long value = split.hasPlaces ? number() : 0;
        key += split.keys != null ? number() : 0;
        visitor.visit(offset, length, value, key);
        end = offset + length;
      }
    }

    private long number() throws IOException {
      long number = WritableUtils.readVLong(in);
      position += WritableUtils.getVIntSize(number);
      return number;
    }

    @Override
    public void close() throws IOException {
      DataInputStream closing = in;
      in = null;
      if (closing != null) {
        closing.close();
      }
    }
  }
}
