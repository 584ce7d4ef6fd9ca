// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.jobs.rows.RowFault;
import dev.recordio.jobs.run.split.HostedSplit;
import dev.recordio.jobs.run.split.SplitGroup;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;

/**
 * Which records the splits have, from the census job or from the indexes of the files that it left
 * out.
 */
public final class Census {
  private final FileSystem fs;
  private final List<NumberedSplit> splits;
  private final Path[] files; // written by the job, for each split; null: from an index
  private final CensusFile.Total[] totals; // of the splits
  private final IndexedCensus indexed;
  private long records;
  private long bytes;

  /** Takes a noted record: its split, its offset, the noted value, its key. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Takes the noted record {@code number}.
     *
     * @param key the key from an index, or {@code number} if the file has none
     */
    void visit(long number, NumberedSplit split, long offset, int length, long value, long key)
        throws IOException;
  }

  /**
   * Reads the totals, and numbers the records of the splits by them.
   *
   * @param folder the job's output folder
   * @param splits the splits of the input, in order
   * @param tasks the splits of the job: single ones and groups
   * @param indexed the files that the job left out
   */
  Census(
      Configuration conf,
      Path folder,
      List<NumberedSplit> splits,
      List<InputSplit> tasks,
      IndexedCensus indexed)
      throws IOException {
    fs = folder.getFileSystem(conf);
    this.splits = splits;
    this.indexed = indexed;
    files = new Path[splits.size()];
    totals = new CensusFile.Total[splits.size()];
    for (InputSplit task : tasks) {
      readTotals(folder, SplitGroup.members(task));
    }
    for (NumberedSplit split : splits) {
      if (indexed.has(split)) {
        totals[split.ordinal()] = indexed.total(split);
      }
      CensusFile.Total total = total(split);
      split.number(records, total.records());
      records += total.records();
      bytes += total.bytes();
    }
    FaceSets.check(splits, this::total);
    Map<Integer, String> unfit = misfits();
    for (NumberedSplit split : splits) {
      if (total(split).keys() != null && !unfit.containsKey(split.file())) {
        split.setKeyed();
      }
    }
  }

  private void readTotals(Path folder, List<HostedSplit> members) throws IOException {
    int first = ((NumberedSplit) members.get(0)).ordinal();
    var file = new Path(folder, String.format("part-%05d%s", first, CensusFile.SUFFIX));
    List<CensusFile.Total> found = CensusFile.totals(fs, file);
    for (int i = 0; i < members.size(); i++) {
      int ordinal = ((NumberedSplit) members.get(i)).ordinal();
      files[ordinal] = file;
      totals[ordinal] = found.get(i);
    }
  }

  /** Returns the reason for each file whose index does not fit. */
  Map<Integer, String> misfits() {
    var misfits = new TreeMap<Integer, String>();
    for (NumberedSplit split : splits) {
      if (!total(split).misfit().isEmpty()) {
        misfits.putIfAbsent(split.file(), total(split).misfit());
      }
    }
    return misfits;
  }

  /**
   * Returns what probably means something else than it is read as: of each split the first ones.
   */
  List<RowFault> doubts() {
    return Stream.of(totals).flatMap(total -> total.doubts().stream()).toList();
  }

  /** Returns the number of records. */
  public long records() {
    return records;
  }

  /** Returns their bytes, headers and padding included. */
  public long bytes() {
    return bytes;
  }

  /**
   * Returns a bound on the bytes of the records that one map task reads.
   *
   * @param taskBytes as passed to {@link ArrangeJob#readNumbered}
   */
  public long mostInTask(long taskBytes) {
    long most = Math.max(taskBytes, SplitGroup.MAX_BYTES);
    for (NumberedSplit split : splits) {
      most = Math.max(most, total(split).bytes());
    }
    return most;
  }

  /** Returns the splits, in the order of the input. */
  List<NumberedSplit> splits() {
    return splits;
  }

  /** Returns the totals of a split. */
  CensusFile.Total total(NumberedSplit split) {
    return totals[split.ordinal()];
  }

  /** Passes the noted records, in the order of the input. */
  public void forEach(Visitor visitor) throws IOException {
    CensusFile.Reader reader = null;
    Path open = null;
    try {
      for (NumberedSplit split : splits) {
        if (indexed.has(split)) {
          indexed.forEach(split, numbering(split, visitor));
          continue;
        }
        Path file = files[split.ordinal()];
        if (!file.equals(open)) {
          closeIfOpen(reader);
          reader = null;
          reader = new CensusFile.Reader(fs, file);
          open = file;
        }
        reader.forEach(total(split), numbering(split, visitor));
      }
    } finally {
      closeIfOpen(reader);
    }
  }

  private static void closeIfOpen(CensusFile.Reader reader) throws IOException {
    if (reader != null) {
      reader.close();
    }
  }

  private static CensusFile.Visitor numbering(NumberedSplit split, Visitor visitor) {
    return new CensusFile.Visitor() {
      private long number = split.first();

      @Override
      public void visit(long offset, int length, long value, long key) throws IOException {
        long ownKey = split.isKeyed() ? key : number;
        visitor.visit(number++, split, offset, length, value, ownKey);
      }
    };
  }
}
