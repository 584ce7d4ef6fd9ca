// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.fs.stream.Files;
import dev.recordio.image.InsightFaceTally;
import dev.recordio.jobs.rows.RowFault;
import dev.recordio.jobs.run.split.Numbers;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
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
  private static final int MAX_MISFIT = 1 << 13; // characters

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

  /**
   * Totals of a split, which its task reports.
   *
   * @param file the number of the file with its records
   * @param begin offset of its records there, in bytes
   * @param records how many records were counted
   * @param bytes their framed bytes
   * @param hasPlaces whether offsets and values are written
   * @param keys summary of the keys of all records of the split, those not noted too; null without
   *     keys
   * @param misfit why the index that gives these keys does not fit the file; empty if it does
   * @param doubts of rows of text, the first of each kind that probably means something else
   * @param faces the tally of all records of an InsightFace set; null for other files, or where
   *     there was damage. Records that are no images are not counted elsewhere
   */
  record Total(
      int file,
      long begin,
      long records,
      long bytes,
      boolean hasPlaces,
      KeySpan keys,
      String misfit,
      List<RowFault> doubts,
      InsightFaceTally faces) {
    void write(DataOutput out) throws IOException {
      out.writeInt(file);
      out.writeLong(begin);
      out.writeLong(records);
      out.writeLong(bytes);
      out.writeBoolean(hasPlaces);
      Numbers.writeOrNull(out, keys == null ? null : keys.toNumbers());
      out.writeUTF(misfit);
      out.writeInt(doubts.size());
      for (RowFault doubt : doubts) {
        doubt.write(out);
      }
      Numbers.writeOrNull(out, faces == null ? null : faces.toNumbers());
    }

    static Total read(DataInput in) throws IOException {
      int file = in.readInt();
      long begin = in.readLong();
      long records = in.readLong();
      long bytes = in.readLong();
      boolean hasPlaces = in.readBoolean();
      long[] keys = Numbers.readOrNull(in, KeySpan.NUMBERS);
      String misfit = in.readUTF();
      var doubts = new ArrayList<RowFault>();
      for (int left = in.readInt(); left > 0; left--) {
        doubts.add(RowFault.read(in));
      }
      long[] faces = Numbers.readOrNull(in, InsightFaceTally.NUMBERS);
      return new Total(
          file,
          begin,
          records,
          bytes,
          hasPlaces,
          keys == null ? null : KeySpan.of(keys),
          misfit,
          doubts,
          faces == null ? null : InsightFaceTally.of(faces));
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
    private boolean hasPlaces;
    private KeySpan keys;
    private String misfit;
    private List<RowFault> doubts;
    private InsightFaceTally faces;
    private long begin;
    private long end;
    private long lastKey;
    private long records;
    private long bytes;

    Writer(Configuration conf, Path folder, int file) throws IOException {
      this.file = file;
      out =
          new DataOutputStream(
              new BufferedOutputStream(Files.create(conf, path(folder, file)), BUFFER));
    }

    /** Begins the next split; the arguments specify what is written of its records. */
    void begin(boolean places, boolean withKeys) {
      hasPlaces = places;
      keys = withKeys ? new KeySpan() : null;
      misfit = "";
      doubts = List.of();
      faces = null;
      begin = written;
      end = 0;
      lastKey = 0;
      records = 0;
      bytes = 0;
    }

    /** Adds the key of a record, whether or not {@link #add} is called for it. */
    void see(long key) {
      if (keys != null) {
        keys.add(key);
      }
    }

    /** Notes that the index with the keys does not fit: none of its keys is used then. */
    void noteMisfit(String why) {
      misfit = why.substring(0, Math.min(why.length(), MAX_MISFIT));
    }

    /** Whether the index with the keys fits so far. */
    boolean fits() {
      return misfit.isEmpty();
    }

    /** Sets the first text of each kind, of the rows so far, that probably means something else. */
    void setDoubts(List<RowFault> first) {
      doubts = first;
    }

    /** Sets the tally of all records of the split, of an InsightFace set. */
    void setFaces(InsightFaceTally tally) {
      faces = tally;
    }

    /** Counts a record, and writes what was requested. */
    void add(long offset, int length, long value, long key) throws IOException {
      records++;
      bytes += length;
      if (hasPlaces) {
        number(offset - end);
        number(length);
        number(value);
        end = offset + length;
      }
      if (keys != null) {
        number(key - lastKey);
        lastKey = key;
      }
    }

    private void number(long value) throws IOException {
      WritableUtils.writeVLong(out, value);
      written += WritableUtils.getVIntSize(value);
    }

    /** Ends a split. */
    Total end() {
      return new Total(file, begin, records, bytes, hasPlaces, keys, misfit, doubts, faces);
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
      if (split.file() != open) {
        close();
        FSDataInputStream file =
            Files.open(fs, path(folder, split.file()), Files.Reading.SEQUENTIAL);
        in = new DataInputStream(new BufferedInputStream(file, BUFFER));
        open = split.file();
        position = 0;
      }
      in.skipNBytes(split.begin() - position);
      position = split.begin();
      long end = 0;
      long key = 0;
      for (long i = 0; i < split.records(); i++) {
        long offset = split.hasPlaces() ? end + number() : 0;
        int length = split.hasPlaces() ? Math.toIntExact(number()) : 0;
        long value = split.hasPlaces() ? number() : 0;
        key += split.keys() != null ? number() : 0;
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
