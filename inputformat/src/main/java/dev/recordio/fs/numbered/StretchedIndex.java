// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.IdxReader;
import dev.recordio.fs.index.IndexMisfit;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxReader;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.stream.Files;
import dev.recordio.wire.RecordIndexLayout;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The binary index of a file, or of consecutive records of it, whose entries are not in memory.
 *
 * @param file the file of records
 * @param index its {@code .ridx}
 * @param layout the fields of an entry
 * @param first the number in the file of the first record
 * @param count how many records
 * @param begin where the first of them begins, in bytes
 * @param end the offset after the last of them
 */
record StretchedIndex(
    Path file, Path index, RecordIndexLayout layout, long first, long count, long begin, long end) {

  /**
   * Reads header, footer, first and last entry of the {@code .ridx} of a file, and headers of some
   * records of the file.
   *
   * @return null when there is none that is known to fit, or a newer {@code .idx} may contradict
   *     it: loading the whole index then shows what is to be done
   */
  static StretchedIndex of(Configuration conf, FileStatus file) throws IOException {
    Path path = file.getPath();
    if (!SplitPlanner.uncompressed(conf).test(path)) {
      return null;
    }
    try (var index = RidxReader.open(conf, RecordFiles.binaryIndex(path))) {
      if (index.count() == 0 || index.misfit(conf, file) != null || !agrees(conf, path, index)) {
        return null;
      }
      return of(path, index, 0, index.count(), 0, index.recordsLength());
    } catch (FileNotFoundException | MalformedRecordException | ChecksumException e) {
      return null; // loading the whole index reports it
    }
  }

  /**
   * Returns a part of an index, as a task does for what was planned elsewhere.
   *
   * @throws MalformedRecordException when the index has other records there by now
   */
  static StretchedIndex part(
      Configuration conf, FileStatus file, long first, long count, long begin, long end)
      throws IOException {
    Path path = file.getPath();
    try (var index = RidxReader.open(conf, RecordFiles.binaryIndex(path))) {
      String misfit = index.misfitOfEnds(file);
      if (misfit != null) {
        throw IndexMisfit.of(path, name(index), 0, "its records", misfit);
      }
      long after = first + count;
      if (after > index.count()
          || index.view().offset(first) != begin
          || index.view().end(after - 1) != end) {
        throw IndexMisfit.of(
            path,
            name(index),
            begin,
            count + " records up to offset " + end + ", as when the splits were made",
            "other records; file or index changed meanwhile");
      }
      return of(path, index, first, count, begin, end);
    }
  }

  private static StretchedIndex of(
      Path file, RidxReader index, long first, long count, long begin, long end) {
    Path path = index.status().getPath();
    return new StretchedIndex(file, path, index.layout(), first, count, begin, end);
  }

  private static String name(RidxReader index) {
    return index.status().getPath().toString();
  }

  /** Whether an {@code .idx} that is newer has the same lines in the same order. */
  private static boolean agrees(Configuration conf, Path file, RidxReader index)
      throws IOException {
    Path text = RecordFiles.index(file);
    FileSystem fs = text.getFileSystem(conf);
    try {
      if (Files.status(fs, text).getModificationTime() <= index.status().getModificationTime()) {
        return true;
      }
    } catch (FileNotFoundException e) {
      return true;
    }
    try (var lines = IdxReader.open(conf, text)) {
      while (index.next()) {
        if (!lines.next() || lines.offset() != index.offset() || lines.key() != index.key()) {
          return false;
        }
      }
      return !lines.next();
    }
  }

  /** Returns how many entries must be read for some: also the next one, if it is of this index. */
  int entries(long from, int records) {
    return from + records < count ? records + 1 : records;
  }

  /** Returns where the entry of a record of this index begins in the {@code .ridx}. */
  long entryOffset(long record) {
    return layout.entryOffset(first + record);
  }

  /**
   * Returns the index of some consecutive records.
   *
   * @param from the first of them, counted from the first one of this index
   * @param records how many
   * @param bytes holds their entries, and the {@link #entries next one}
   * @param at where these begin in {@code bytes}
   * @throws MalformedRecordException when the entries are not of records that follow each other
   */
  RecordIndex stretch(long from, int records, byte[] bytes, int at)
      throws MalformedRecordException {
    int width = layout.entryBytes();
    int entries = entries(from, records);
    long after = entries > records ? layout.offset(bytes, at + records * width) : end;
    if (after < 0 || after > end) {
      throw new MalformedRecordException(
          "damaged binary index",
          index.toString(),
          entryOffset(from + records),
          -1,
          "an offset of at most " + end,
          "offset " + Long.toUnsignedString(after));
    }
    boolean withChecksums = layout.has(RecordIndexLayout.PAYLOAD_CHECKSUMS);
    var builder = new RecordIndexBuilder(file, index.toString(), first + from, after, records + 1L);
    for (int i = 0; i < entries; i++) {
      int entry = at + i * width;
      long offset = layout.offset(bytes, entry);
      long number = first + from + i;
      if (i > 0) {
        long before = layout.offset(bytes, entry - width);
        int length = layout.length(bytes, entry - width);
        RidxReader.requireOrder(index, layout, number, before, length, offset);
      }
      if (i < records) {
        long key = layout.key(bytes, entry, number);
        if (withChecksums) {
          builder.add(offset, key, layout.checksum(bytes, entry));
        } else {
          builder.add(offset, key);
        }
      }
    }
    long begins = from == 0 ? begin : layout.offset(bytes, at);
    return builder.build(RecordIndex.Source.BINARY, begins);
  }
}
