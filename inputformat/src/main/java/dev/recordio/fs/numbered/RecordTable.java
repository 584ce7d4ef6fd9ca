// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.fs.gather.Gather;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * The records of many files, or of parts of them, by their numbers over all of them: 0, 1, 2, ...
 * in the order of the files.
 *
 * <p>If all files together have at most 2^22 records, their indexes are loaded whole. Of larger
 * inputs only header, footer, first and last entry of each {@code .ridx} are read at first; other
 * entries are read in stretches when needed, and those used last stay in memory, 2^22 entries at
 * most. So the checksum over all entries of such a {@code .ridx} is not checked: entries are
 * checked against their neighbours, and {@link RecordGather} checks the headers and payload of each
 * record that it reads by them. A file without a {@code .ridx} that fits is loaded whole in any
 * case, as {@link RecordIndex#load} does.
 *
 * <p>For use by one thread. A table may serve several {@link RecordGather}s, one after the other or
 * in turn; it must be closed after them.
 */
public final class RecordTable implements Closeable {
  /** The most places that are looked up at once. */
  static final int MAX_RUN = 4096;

  /** To find what is wrong with a record, its file and index are opened, even twice. */
  private static final int RESERVED_FILES = 4;

  private static final int STRETCH = 256;

  /**
   * What a table may hold.
   *
   * @param wholeRecords the most records of all files whose indexes are loaded whole
   * @param stretch the entries of a stretch
   * @param stretches the most stretches in memory, and of one batch of records; at least 1
   * @param openFiles the most files open at a time, indexes and records together; at least 2
   */
  record Limits(long wholeRecords, int stretch, int stretches, int openFiles) {
    static final Limits DEFAULT =
        new Limits(
            IndexSet.MAX_KEPT_RECORDS,
            STRETCH,
            (int) (IndexSet.MAX_KEPT_RECORDS / STRETCH),
            Gather.MAX_OPEN_FILES - RESERVED_FILES);
  }

  private final long[] firsts; // number of each part's first record, and after the last one
  private final Path[] paths;
  private final RecordIndex[] whole; // of each part; null: in stretches
  private final int[] inStretches; // number of each part among those in stretches
  private final IndexStretches stretches; // null: all are whole
  private final int maxRun;
  private final int maxUses;
  private final int maxOpenFiles;
  private final PlaceQueue one; // for a single record
  private int lastPart; // found last

  private RecordTable(Configuration conf, TableLoader.Parts parts) {
    int count = parts.count();
    firsts = new long[count + 1];
    paths = new Path[count];
    whole = new RecordIndex[count];
    inStretches = new int[count];
    var indexes = new ArrayList<StretchedIndex>();
    for (int i = 0; i < count; i++) {
      whole[i] = parts.whole(i);
      paths[i] = parts.path(i);
      firsts[i + 1] = firsts[i] + parts.records(i);
      if (whole[i] == null) {
        inStretches[i] = indexes.size();
        indexes.add(parts.stretched(i));
      }
    }
    Limits limits = parts.limits();
    maxRun = Math.min(MAX_RUN, limits.stretches());
    maxUses = limits.stretches();
    maxOpenFiles = indexes.isEmpty() ? limits.openFiles() : limits.openFiles() / 2;
    stretches =
        indexes.isEmpty()
            ? null
            : new IndexStretches(
                conf,
                indexes,
                limits.stretch(),
                limits.stretches(),
                limits.openFiles() - maxOpenFiles);
    one = new PlaceQueue(this);
  }

  /**
   * Reads what there is of indexes, in parallel.
   *
   * @param conf gives the file systems and the keys {@code recordio.gather.*}
   * @param files the files, in the order of the input
   * @throws dev.recordio.bytes.MalformedRecordException when headers must be read and are damaged
   * @throws IOException when a file is compressed: no record in it can be read by itself
   */
  public static RecordTable open(Configuration conf, List<FileStatus> files) throws IOException {
    return open(conf, files, Limits.DEFAULT);
  }

  static RecordTable open(Configuration conf, List<FileStatus> files, Limits limits)
      throws IOException {
    return new RecordTable(conf, new TableLoader(conf, limits).files(files));
  }

  /** Returns a table of records that are known by their indexes. */
  public static RecordTable of(Configuration conf, List<RecordIndex> indexes) {
    return new RecordTable(conf, TableLoader.Parts.of(indexes, Limits.DEFAULT));
  }

  /**
   * Returns a table of runs of records that were found when a job was planned.
   *
   * @param conf gives the file systems and the keys {@code recordio.gather.*}
   * @throws dev.recordio.bytes.MalformedRecordException when an index has other records there
   */
  public static RecordTable ofRuns(Configuration conf, List<Run> runs) throws IOException {
    return ofRuns(conf, runs, Limits.DEFAULT);
  }

  static RecordTable ofRuns(Configuration conf, List<Run> runs, Limits limits) throws IOException {
    return new RecordTable(conf, new TableLoader(conf, limits).runs(runs));
  }

  /**
   * Consecutive records of one file.
   *
   * @param path the file
   * @param source where the locations of its records come from
   * @param first the number of the first record in its file
   * @param count how many records, at least 1
   * @param begin where the first record begins, in bytes
   * @param end the offset after the last record
   */
  public record Run(
      Path path, RecordIndex.Source source, long first, int count, long begin, long end) {

    /**
     * Loads the index of these records, without the rest of its index if its source allows that.
     *
     * @throws dev.recordio.bytes.MalformedRecordException when the index has other records there
     */
    public RecordIndex load(Configuration conf) throws IOException {
      return RecordIndex.part(conf, path, source, first, count, begin, end);
    }
  }

  /** Returns the number of records. */
  public long total() {
    return firsts[whole.length];
  }

  /** Returns the number of files; of a table of indexes or runs, of these. */
  public int parts() {
    return whole.length;
  }

  /**
   * Returns the number of a file's first record.
   *
   * @param part which file, or index, or run; the number of them gives {@link #total}
   */
  public long first(int part) {
    return firsts[part];
  }

  /** Returns a file's path. */
  public Path path(int part) {
    return paths[part];
  }

  /**
   * Returns the file of a record.
   *
   * @throws IndexOutOfBoundsException unless {@code 0 <= number < total()}
   */
  public int partOf(long number) {
    if (firsts[lastPart] <= number && number < firsts[lastPart + 1]) {
      return lastPart;
    }
    if (number < 0 || number >= total()) {
      throw new IndexOutOfBoundsException("place " + number + " of " + total() + " records");
    }
    int found = Arrays.binarySearch(firsts, number);
    if (found < 0) {
      found = -found - 2;
    }
    while (firsts[found + 1] == number) { // parts without records
      found++;
    }
    lastPart = found;
    return found;
  }

  /**
   * Returns where a record begins in its file, in bytes.
   *
   * @throws IndexOutOfBoundsException unless {@code 0 <= number < total()}
   */
  public long offset(long number) throws IOException {
    one.find(number);
    return one.index(0).offset(one.record(0));
  }

  /**
   * Returns the offset after a record in its file, where the next one begins or the file ends.
   *
   * @throws IndexOutOfBoundsException unless {@code 0 <= number < total()}
   */
  public long end(long number) throws IOException {
    one.find(number);
    return one.index(0).end(one.record(0));
  }

  /** Returns how many entries of indexes are in memory, with the entries of whole indexes. */
  public long entriesInMemory() {
    long entries = stretches == null ? 0 : stretches.entries();
    for (RecordIndex index : whole) {
      entries += index == null ? 0 : index.count();
    }
    return entries;
  }

  /** Returns the bytes read from indexes so far, since the table was opened. */
  public long bytesRead() {
    return stretches == null ? 0 : stretches.bytesRead();
  }

  /** Returns how many places may be looked up at once. */
  int maxRun() {
    return maxRun;
  }

  /** Returns how many stretches a batch may keep in memory. */
  int maxUses() {
    return maxUses;
  }

  /** Returns the paths of the files. */
  List<Path> paths() {
    return List.of(paths);
  }

  /** Returns how many files of records may be open at a time. */
  int maxOpenFiles() {
    return maxOpenFiles;
  }

  /**
   * Looks up places of a queue; reads all the entries needed that are not in memory.
   *
   * @param from the first place
   * @param to the place after the last one
   * @throws IndexOutOfBoundsException when a place is not in the table
   */
  void find(PlaceQueue places, int from, int to) throws IOException {
    if (stretches != null) {
      stretches.forget();
    }
    boolean complete = true;
    for (int i = from; i < to; i++) {
      complete &= find(places, i);
    }
    if (complete) {
      return;
    }
    stretches.load(places);
    for (int i = from; i < to; i++) {
      if (places.index(i) == null) {
        int part = places.part(i);
        long record = places.number(i) - firsts[part];
        RecordIndex index = stretches.loaded(inStretches[part], record);
        places.set(i, part, index, stretches.record(record));
      }
    }
  }

  /** Looks a place up; returns false when its entry must be read first. */
  private boolean find(PlaceQueue places, int i) {
    long number = places.number(i);
    int part = partOf(number);
    long record = number - firsts[part];
    RecordIndex index = whole[part];
    if (index != null) {
      places.set(i, part, index, (int) record);
      return true;
    }
    index = stretches.get(inStretches[part], record, places);
    places.set(i, part, index, stretches.record(record));
    return index != null;
  }

  @Override
  public void close() throws IOException {
    if (stretches != null) {
      stretches.close();
    }
  }
}
