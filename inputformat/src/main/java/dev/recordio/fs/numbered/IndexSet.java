// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.conf.RecordNumberRange;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;

/**
 * The files of an input with their indexes, and the numbers that their records have over the whole
 * input. An index is loaded when requested; the one loaded last stays in memory, as do those that
 * are kept. Record numbers stay in memory, too.
 */
public final class IndexSet {
  /** 8 bytes each, 16 where keys are not the records' numbers, 4 more with checksums. */
  static final long MAX_KEPT_RECORDS = 4 << 20;

  /** Loads the index of a file. */
  @FunctionalInterface
  public interface Loader {
    /** Loads it, or throws what the user must know. */
    RecordIndex load(FileStatus file) throws IOException;
  }

  private final List<FileStatus> files;
  private final Loader loader;
  private final long[] firsts; // number of each file's first record, and the one after the last
  private int counted; // files, from the first one on, whose records are counted
  private final Map<Integer, RecordIndex> kept = new HashMap<>();
  private long keptRecords;
  private int lastFile = -1;
  private RecordIndex last;

  /**
   * Creates a set; loads nothing.
   *
   * @param files the files, in the order of the input
   * @param loader loads their indexes
   */
  public IndexSet(List<FileStatus> files, Loader loader) {
    this.files = files;
    this.loader = loader;
    firsts = new long[files.size() + 1];
  }

  /** Returns the number of files. */
  public int files() {
    return files.size();
  }

  /** Returns a file. */
  public FileStatus file(int file) {
    return files.get(file);
  }

  /** Returns the index of a file, loaded unless it is in memory. */
  public RecordIndex index(int file) throws IOException {
    RecordIndex index = kept.get(file);
    if (index != null) {
      return index;
    }
    if (file != lastFile) {
      last = null; // two need not be in memory at once
      lastFile = -1;
      last = loader.load(files.get(file));
      lastFile = file;
      if (file == counted) {
        firsts[++counted] = firsts[file] + last.count();
      }
    }
    return last;
  }

  /**
   * Keeps the index of a file in memory, as long as those that are kept have 2^22 records together;
   * otherwise it is loaded again when requested again.
   */
  public void keep(int file) throws IOException {
    RecordIndex index = index(file);
    if (keptRecords + index.count() <= MAX_KEPT_RECORDS && kept.putIfAbsent(file, index) == null) {
      keptRecords += index.count();
    }
  }

  /**
   * Returns the number over the whole input of a file's first record, from 0; of the file after the
   * last one, how many records there are. Loads the indexes of files before it that have not been.
   */
  public long first(int file) throws IOException {
    while (counted < file) {
      index(counted);
    }
    return firsts[file];
  }

  /** Returns how many records of a file come before a range of numbers: where it begins there. */
  public int from(int file, RecordNumberRange rows) throws IOException {
    return place(file, rows.first());
  }

  /** Returns how many records of a file do not come after a range of numbers: where it ends. */
  public int to(int file, RecordNumberRange rows) throws IOException {
    return place(file, rows.last() + 1);
  }

  private int place(int file, long number) throws IOException {
    return (int) Math.min(index(file).count(), Math.max(0, number - first(file)));
  }
}
