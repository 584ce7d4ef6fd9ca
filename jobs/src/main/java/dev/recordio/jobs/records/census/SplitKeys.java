// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.IdxFault;
import dev.recordio.fs.index.IdxReader;
import dev.recordio.fs.index.IndexLines;
import dev.recordio.fs.index.IndexMisfit;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxReader;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.stream.FileSystems;
import dev.recordio.fs.stream.Files;
import dev.recordio.wire.RecordIOFormat;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * The keys that a file's {@code .idx}, or its {@code .ridx} where that is alone, gives to the
 * records of a split. An index in file order is read together with the records, from the line where
 * the split begins; for any other index the lines of the split are held in memory.
 */
public final class SplitKeys implements Closeable {
  private final Configuration conf;
  private final Path file;
  private Path index;
  private final long end;
  private IdxReader lines; // null: the lines of the split are held
  private boolean hasLine;
  private boolean isUsed; // a record has used the current line
  private long from; // where the split begins; then, the last record
  private boolean hasRecord;
  private long unused = -1; // offset of a line that no record had
  private long[] offsets = {}; // ascending
  private long[] keys = {};
  private int next;

  private SplitKeys(Configuration conf, FileSplit split) {
    this.conf = conf;
    file = split.getPath();
    index = RecordFiles.index(file);
    from = RecordIOFormat.align(split.getStart());
    end = RecordIOFormat.align(split.getStart() + split.getLength());
  }

  /** Opens the index of a split's file; returns null when there is none. */
  public static SplitKeys open(Configuration conf, FileSplit split) throws IOException {
    return open(conf, new FileSystems(conf), SplitPlanner.uncompressed(conf), split);
  }

  /**
   * Opens such an index.
   *
   * @param systems looks up the file systems of the task
   * @param uncompressed which files are not compressed
   */
  static SplitKeys open(
      Configuration conf, FileSystems systems, Predicate<Path> uncompressed, FileSplit split)
      throws IOException {
    if (!uncompressed.test(split.getPath())) {
      return null;
    }
    var keys = new SplitKeys(conf, split);
    FileSystem fs = systems.of(keys.index);
    try {
      return keys.seek(fs) || keys.holdBinary(fs) ? keys : null;
    } catch (IOException | RuntimeException | Error e) {
      try (keys) {
        throw e;
      }
    }
  }

  /** Opens the {@code .idx} for the records with wanted keys alone; returns null without one. */
  static SplitKeys openWanted(Configuration conf, FileSplit split, WantedValues wanted)
      throws IOException {
    var keys = new SplitKeys(conf, split);
    if (!Files.isThere(keys.index.getFileSystem(conf), keys.index)) {
      return null;
    }
    long length = keys.file.getFileSystem(conf).getFileStatus(keys.file).getLen();
    keys.hold(
        keys.from,
        line -> {
          boolean takes = wanted.contains(line.key());
          if (takes && Long.compareUnsigned(line.offset(), length) >= 0) {
            String record = "a record with key " + Long.toUnsignedString(line.key()) + " after it";
            throw keys.misfit(length, record, "the end of the file");
          }
          return takes;
        });
    return keys;
  }

  /** Goes to the first line of the split; false when there is no text index. */
  private boolean seek(FileSystem fs) throws IOException {
    if (Files.isKnownMissing(fs, index)) {
      return false;
    }
    try {
      lines = IndexLines.readerBefore(fs, Files.status(fs, index), from);
      hasLine = lines.next();
      skipBelow(from, false);
    } catch (FileNotFoundException e) {
      return false;
    } catch (MalformedRecordException e) {
      hold(from, line -> true); // reads from the beginning, so that an error has the position
    }
    return true;
  }

  /** Keeps the entries of a binary index that is alone; false when there is none. */
  private boolean holdBinary(FileSystem fs) throws IOException {
    index = RecordFiles.binaryIndex(file);
    if (Files.isKnownMissing(fs, index)) {
      return false;
    }
    var found = new TreeMap<Long, Long>();
    try (var entries = RidxReader.open(conf, index)) {
      while (entries.next()) { // all of them, for the checksum
        if (entries.offset() >= from && entries.offset() < end) {
          found.put(entries.offset(), entries.key());
        }
      }
    } catch (FileNotFoundException e) {
      return false;
    } catch (MalformedRecordException e) {
      throw IndexMisfit.ofLostKeys(e, file);
    }
    hold(found);
    return true;
  }

  private void hold(SortedMap<Long, Long> found) {
    offsets = found.keySet().stream().mapToLong(Long::longValue).toArray();
    keys = found.values().stream().mapToLong(Long::longValue).toArray();
  }

  /** Returns why the index can't belong to any version of the file; null if it can. */
  MalformedRecordException fault() throws IOException {
    return IdxFault.of(conf, file.getFileSystem(conf).getFileStatus(file));
  }

  private void skipBelow(long offset, boolean inSplit) throws IOException {
    while (hasLine && lines.offset() < offset) {
      if (inSplit && !isUsed && lines.offset() >= from) {
        unused = lines.offset();
      }
      isUsed = false;
      hasLine = lines.next();
    }
  }

  /**
   * Returns the key of the record that begins at {@code offset}; must be called in record order.
   *
   * @throws MalformedRecordException when the index has no line for it, or is no index
   */
  public long key(long offset) throws IOException {
    if (lines != null && !isAtLineOf(offset)) {
      hold(offset, line -> true);
    }
    from = offset;
    hasRecord = true;
    if (lines != null) {
      isUsed = true;
      return lines.key();
    }
    if (!has(offset)) {
      throw misfit(offset, "a line for this record", "none");
    }
    return keys[next++];
  }

  /** Whether the lines in memory have the record; must be called in record order. */
  boolean has(long offset) {
    while (next < offsets.length && offsets[next] < offset) {
      unused = offsets[next++];
    }
    return next < offsets.length && offsets[next] == offset;
  }

  /** Advances to the line of a record while lines are in order. */
  private boolean isAtLineOf(long offset) throws IOException {
    try {
      skipBelow(offset, true);
      return hasLine && lines.offset() == offset;
    } catch (MalformedRecordException e) {
      return false; // reading the index again gives the position of the error
    }
  }

  @FunctionalInterface
  private interface LineFilter {
    boolean takes(IdxReader line) throws MalformedRecordException;
  }

  /** Reads the whole index and keeps lines from {@code start} to the split's end. */
  private void hold(long start, LineFilter filter) throws IOException {
    close();
    unused = -1;
    var found = new TreeMap<Long, Long>();
    long twice = -1;
    try (var all = IdxReader.open(conf, index)) {
      while (all.next()) {
        boolean within = filter.takes(all) && all.offset() >= start && all.offset() < end;
        twice = within && found.put(all.offset(), all.key()) != null ? all.offset() : twice;
      }
    } catch (MalformedRecordException e) {
      throw e.path().equals(index.toString()) ? IndexMisfit.ofLostKeys(e, file) : e;
    }
    if (twice >= 0) {
      throw misfit(twice, "one line for this record", "several");
    }
    hold(found);
  }

  /**
   * Checks that each line had its record, after the last record of a split without damage.
   *
   * @throws MalformedRecordException when a line had none
   */
  void end() throws IOException {
    if (lines != null) {
      try {
        skipBelow(end, true);
      } catch (MalformedRecordException e) {
        hold(hasRecord ? from + 1 : from, line -> true);
      }
    }
    if (unused < 0 && lines == null && next < offsets.length) {
      unused = offsets[next];
    }
    if (unused >= 0) {
      throw misfit(unused, "a record", "none");
    }
  }

  private MalformedRecordException misfit(long offset, String expected, String found) {
    return IndexMisfit.of(file, index.toString(), offset, expected, found);
  }

  @Override
  public void close() throws IOException {
    if (lines != null) {
      IdxReader closing = lines;
      lines = null;
      closing.close();
    }
  }
}
