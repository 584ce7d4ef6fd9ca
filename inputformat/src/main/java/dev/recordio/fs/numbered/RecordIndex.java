// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.IndexMisfit;
import dev.recordio.fs.index.IndexView;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.wire.RecordIOFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Where the records of one file, or of a range of it, are: offset, bytes and key of each, in the
 * order of the file. Records are known here by their place in this index, from 0.
 *
 * <p>It takes 8 bytes of memory per record, 8 more if keys are not the records' numbers, and 4 more
 * if there are checksums; at most 2^31 - 2 records.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class RecordIndex {
  /** What an index was made of. */
  public enum Source {
    /** The binary index, {@code .ridx}. */
    BINARY,
    /** The text index, {@code .idx}. */
    TEXT,
    /** The headers of the records, as no index fits. */
    HEADERS
  }

  private final Path file;
  private final Source source;
  private final int count;
  private final long first; // number in the file of the first record
  private final long[] offsets; // of each record, and after the last one
  private final long[] keys; // null: the number in the file
  private final int[] checksums; // null: none

  RecordIndex(
      Path file,
      Source source,
      int count,
      long first,
      long[] offsets,
      long[] keys,
      int[] checksums) {
    this.file = file;
    this.source = source;
    this.count = count;
    this.first = first;
    this.offsets = offsets;
    this.keys = keys;
    this.checksums = checksums;
  }

  /**
   * Returns the index of a file: its {@code .ridx}, else its {@code .idx}, else, with a warning, an
   * index made from the headers of all records. An index that does not fit the file is ignored with
   * a warning.
   *
   * @throws dev.recordio.bytes.MalformedRecordException when headers must be read and are damaged
   * @throws IOException when the file is compressed: no record in it can be read by itself
   */
  public static RecordIndex load(Configuration conf, FileStatus file) throws IOException {
    return new RecordIndexLoader(conf, file).loadOrScan();
  }

  /**
   * Returns the index for reads by key: the index beside the file or, if there is none, an index
   * made from the headers, whose keys are the records' numbers. An index that does not fit the file
   * is an error: with other keys, other records would be found.
   *
   * @throws dev.recordio.bytes.MalformedRecordException when an index is damaged or does not fit
   *     the file
   * @throws IOException when the file is compressed: no record in it can be read by itself
   */
  public static RecordIndex loadForKeys(Configuration conf, FileStatus file) throws IOException {
    return new RecordIndexLoader(conf, file).loadForKeys();
  }

  /**
   * Returns the index beside a file, {@code .ridx} or {@code .idx}.
   *
   * @throws FileNotFoundException when there is neither
   * @throws dev.recordio.bytes.MalformedRecordException when they are damaged or don't fit the file
   */
  public static RecordIndex read(Configuration conf, FileStatus file) throws IOException {
    return new RecordIndexLoader(conf, file).load();
  }

  /**
   * Returns the index beside a file as {@link #read} does, for callers that do not use record
   * numbers: does not check that an {@code .idx} has a line for each record, which may take reading
   * all headers.
   *
   * @throws FileNotFoundException when there is none
   * @throws dev.recordio.bytes.MalformedRecordException when it is damaged or does not fit the file
   */
  public static RecordIndex readForKeys(Configuration conf, FileStatus file) throws IOException {
    return new RecordIndexLoader(conf, file).readForKeys();
  }

  /**
   * Returns the {@code .idx} beside a file, even if there is a {@code .ridx}.
   *
   * @throws FileNotFoundException when there is none
   * @throws dev.recordio.bytes.MalformedRecordException when it is damaged or does not fit the file
   */
  public static RecordIndex readText(Configuration conf, FileStatus file) throws IOException {
    return new RecordIndexLoader(conf, file).loadText();
  }

  /**
   * Returns the {@code .ridx} beside a file, which needs no look at the headers of all records.
   *
   * @param most how many records it may have
   * @throws FileNotFoundException when there is none of at most that many records
   * @throws dev.recordio.bytes.MalformedRecordException when it is damaged or does not fit the
   *     file, or a later {@code .idx} says something else
   */
  @InterfaceAudience.Private
  public static RecordIndex readBinary(Configuration conf, FileStatus file, long most)
      throws IOException {
    return new RecordIndexLoader(conf, file).loadBinary(most);
  }

  /**
   * Loads one part of an index, as a task does for its split. The rest of the index is not loaded,
   * if its source allows that.
   *
   * @param file the file of records
   * @param source what the index was made of when the splits were planned
   * @param first the number in the file of the part's first record
   * @param count how many records
   * @param begin the offset of the first record, in bytes
   * @param end the offset after the last record
   * @throws dev.recordio.bytes.MalformedRecordException when the file or the index has changed
   */
  public static RecordIndex part(
      Configuration conf, Path file, Source source, long first, int count, long begin, long end)
      throws IOException {
    FileStatus status = file.getFileSystem(conf).getFileStatus(file);
    return new RecordIndexLoader(conf, status).part(source, first, count, begin, end);
  }

  /**
   * Checks, with some records of a file, whether its {@code .ridx} has the checksums of other
   * payloads.
   *
   * @return what differs; null if nothing does
   */
  @InterfaceAudience.Private
  public static String otherPayloads(Configuration conf, Path file) throws IOException {
    return ChecksumEvidence.contradiction(conf, file);
  }

  /** Returns the file whose records these are. */
  public Path file() {
    return file;
  }

  /** Returns what the index was made of. */
  public Source source() {
    return source;
  }

  /** Returns what the entries come from, for messages. */
  String origin() {
    return switch (source) {
      case BINARY -> RecordFiles.binaryIndex(file).toString();
      case TEXT -> RecordFiles.index(file).toString();
      case HEADERS -> RecordIndexLoader.HEADERS;
    };
  }

  /** Returns the first record that another index of the file contradicts; -1 if none. */
  int firstUnlike(RecordIndex other) {
    int both = Math.min(count, other.count);
    for (int i = 0; i < both; i++) {
      if (offsets[i] != other.offsets[i] || key(i) != other.key(i)) {
        return i;
      }
    }
    return count == other.count ? -1 : both;
  }

  /** Describes record {@code i}, which may not exist, for messages. */
  String describe(int i) {
    return i >= count
        ? count + " records"
        : "key " + Long.toUnsignedString(key(i)) + " at offset " + offsets[i];
  }

  /** Returns what the file's headers are compared with. */
  IndexView view() {
    return new IndexView() {
      @Override
      public long count() {
        return count;
      }

      @Override
      public long offset(long i) {
        return offsets[(int) i];
      }

      @Override
      public long end(long i) {
        return offsets[(int) i + 1];
      }

      @Override
      public boolean knowsEnd() {
        return source != Source.TEXT;
      }
    };
  }

  /** Returns the number of records. */
  public int count() {
    return count;
  }

  /** Returns the number in the file of the first record: 0, unless this is a part of an index. */
  public long first() {
    return first;
  }

  /** Returns where the first header of record {@code i} begins, in bytes. */
  public long offset(int i) {
    return offsets[Objects.checkIndex(i, count)];
  }

  /** Returns the offset after record {@code i}, where the next one begins or the file ends. */
  public long end(int i) {
    return offsets[Objects.checkIndex(i, count) + 1];
  }

  /**
   * Returns the bytes of record {@code i}, headers and padding included.
   *
   * @throws MalformedRecordException when no record can be that long: the index lacks records
   */
  public int bytes(int i) throws MalformedRecordException {
    long bytes = end(i) - offset(i);
    if (bytes > RecordIOFormat.MAX_FRAMED_BYTES) {
      throw IndexMisfit.ofRecord(file, origin(), offset(i), end(i));
    }
    return (int) bytes;
  }

  /**
   * Returns the key of record {@code i}, unsigned: its number in the file, if the index has no
   * keys.
   */
  public long key(int i) {
    Objects.checkIndex(i, count);
    return keys == null ? first + i : keys[i];
  }

  /** Whether the keys are numbers that follow each other, in some order, each once. */
  boolean hasAllKeysOfARange() {
    if (keys == null || count == 0) {
      return true;
    }
    long least = keys[0];
    for (int i = 1; i < count; i++) {
      least = Long.compareUnsigned(keys[i], least) < 0 ? keys[i] : least;
    }
    var seen = new BitSet(count);
    for (int i = 0; i < count; i++) {
      long place = keys[i] - least;
      if (place < 0 || place >= count || seen.get((int) place)) {
        return false;
      }
      seen.set((int) place);
    }
    return true;
  }

  /** Whether {@link #checksum} is available. */
  public boolean hasChecksums() {
    return checksums != null;
  }

  /** Returns the CRC32C of the payload of record {@code i}; only under {@link #hasChecksums}. */
  public int checksum(int i) {
    return checksums[Objects.checkIndex(i, count)];
  }

  /** Returns the first record that begins at {@code offset} or after it; the count, if none. */
  public int firstFrom(long offset) {
    int at = Arrays.binarySearch(offsets, 0, count, offset);
    return at < 0 ? -at - 1 : at;
  }

  /**
   * Returns the error of an index that has changed.
   *
   * @param expected what the index said when the splits were planned
   * @param found what it says now
   */
  public MalformedRecordException misfit(String expected, String found) {
    return IndexMisfit.of(file, origin(), offsets[0], expected, found);
  }

  /** Returns the records {@code from} to {@code to}, the latter not included. */
  public RecordIndex part(int from, int to) {
    Objects.checkFromToIndex(from, to, count);
    return new RecordIndex(
        file,
        source,
        to - from,
        first + from,
        Arrays.copyOfRange(offsets, from, to + 1),
        keys == null ? null : Arrays.copyOfRange(keys, from, to),
        checksums == null ? null : Arrays.copyOfRange(checksums, from, to));
  }
}
