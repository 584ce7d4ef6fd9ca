// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.fs.stream.Files;
import dev.recordio.image.InsightFaceTally;
import dev.recordio.jobs.rows.RowFault;
import dev.recordio.jobs.run.split.Numbers;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.WritableUtils;

/**
 * What the census found in the splits of a task. For each noted record, as requested,
 * variable-length numbers: the gap after the record before it and its framed length, in bytes; the
 * noted value; the difference between its key and the key before. At the end: the number of splits,
 * a {@link Total} for each, and the offset of this part. A row of text counts as a record; its
 * framed bytes are its line and a line feed.
 */
final class CensusFile {
  /** The suffix of the files. */
  static final String SUFFIX = ".census";

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
   * Totals of a split.
   *
   * @param begin offset of its records in the census file, in bytes
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
      long begin,
      long records,
      long bytes,
      boolean hasPlaces,
      KeySpan keys,
      String misfit,
      List<RowFault> doubts,
      InsightFaceTally faces) {

    void write(DataOutputStream out) throws IOException {
      out.writeLong(begin);
      out.writeLong(records);
      out.writeLong(bytes);
      out.writeBoolean(hasPlaces);
      out.writeBoolean(keys != null);
      if (keys != null) {
        keys.write(out);
      }
      out.writeUTF(misfit);
      out.writeInt(doubts.size());
      for (RowFault doubt : doubts) {
        doubt.write(out);
      }
      Numbers.writeOrNull(out, faces == null ? null : faces.toNumbers());
    }

    static Total read(DataInputStream in) throws IOException {
      long begin = in.readLong();
      long records = in.readLong();
      long bytes = in.readLong();
      boolean hasPlaces = in.readBoolean();
      KeySpan keys = in.readBoolean() ? KeySpan.read(in) : null;
      String misfit = in.readUTF();
      var doubts = new ArrayList<RowFault>();
      for (int left = in.readInt(); left > 0; left--) {
        doubts.add(RowFault.read(in));
      }
      long[] tally = Numbers.readOrNull(in, InsightFaceTally.NUMBERS);
      InsightFaceTally faces = tally == null ? null : InsightFaceTally.of(tally);
      return new Total(begin, records, bytes, hasPlaces, keys, misfit, doubts, faces);
    }
  }

  /** Writes the file of a task, split by split. */
  static final class Writer implements Closeable {
    private final DataOutputStream out;
    private final List<Total> totals = new ArrayList<>();
    private long written; // bytes of the splits before
    private boolean hasPlaces;
    private KeySpan keys;
    private String misfit = "";
    private List<RowFault> doubts = List.of();
    private InsightFaceTally faces;
    private long begin;
    private long end;
    private long lastKey;
    private long records;
    private long bytes;

    Writer(Configuration conf, Path file) throws IOException {
      out = new DataOutputStream(new BufferedOutputStream(Files.create(conf, file), 1 << 16));
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
    void end() {
      totals.add(new Total(begin, records, bytes, hasPlaces, keys, misfit, doubts, faces));
    }

    /** Writes the end; a file without it is not read. */
    void finish() throws IOException {
      out.writeInt(totals.size());
      for (Total total : totals) {
        total.write(out);
      }
      out.writeLong(written);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /** Reads only the end of a file. */
  static List<Total> totals(FileSystem fs, Path file) throws IOException {
    FileStatus status = fs.getFileStatus(file);
    var totals = new ArrayList<Total>();
    try (FSDataInputStream in = Files.open(fs, status, Files.Reading.PIECES)) {
      in.seek(status.getLen() - Long.BYTES);
      in.seek(in.readLong());
      var buffered = new DataInputStream(new BufferedInputStream(in, 1 << 16));
      int count = buffered.readInt();
      for (int i = 0; i < count; i++) {
        totals.add(Total.read(buffered));
      }
    }
    return totals;
  }

  /** Reads the records of the splits of a file: each split at most once, in order. */
  static final class Reader implements Closeable {
    private final DataInputStream in;
    private long position;

    Reader(FileSystem fs, Path file) throws IOException {
      FSDataInputStream stream = Files.open(fs, file, Files.Reading.SEQUENTIAL);
      in = new DataInputStream(new BufferedInputStream(stream, 1 << 16));
    }

    /** Passes the records of a split. */
    void forEach(Total split, Visitor visitor) throws IOException {
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
      in.close();
    }
  }
}
