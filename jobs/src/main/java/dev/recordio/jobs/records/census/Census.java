// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.jobs.rows.RowFault;
import dev.recordio.jobs.run.split.SplitGroup;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Which records the splits have, from the census job or from the indexes of the files that it left
 * out.
 */
public final class Census {
  private final FileSystem fs;
  private final Path folder;
  private final List<NumberedSplit> splits;
  private final CensusFile.Total[] totals; // of the splits
  private final IndexedCensus indexed;
  private final Map<Integer, String> misfits = new TreeMap<>(); // by file
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
   * Numbers the records of the splits by the totals.
   *
   * @param folder has the files of the job
   * @param splits the splits of the input, in order
   * @param indexed the files that the job left out
   */
  Census(
      Configuration conf,
      Path folder,
      List<NumberedSplit> splits,
      CensusFile.Total[] totals,
      IndexedCensus indexed)
      throws IOException {
    fs = folder.getFileSystem(conf);
    this.folder = folder;
    this.splits = splits;
    this.totals = totals;
    this.indexed = indexed;
    for (NumberedSplit split : splits) {
      CensusFile.Total total = total(split);
      split.number(records, total.records());
      records += total.records();
      bytes += total.bytes();
      if (!total.misfit.isEmpty()) {
        misfits.putIfAbsent(split.file(), total.misfit);
      }
    }
    FaceRecords.check(splits, this::total);
    for (NumberedSplit split : splits) {
      if (total(split).keys != null && !misfits.containsKey(split.file())) {
        split.setKeyed();
      }
    }
  }

  /** Returns why indexes do not fit their files. */
  public List<String> misfits() {
    return List.copyOf(misfits.values());
  }

  /**
   * Returns what probably means something else than it is read as: of each split the first ones.
   */
  public List<RowFault> doubts() {
    return Stream.of(totals).flatMap(total -> total.doubts.stream()).toList();
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
   * @param taskBytes as passed to {@link CensusJob#group}
   */
  public long mostInTask(long taskBytes) {
    long most = Math.max(taskBytes, SplitGroup.MAX_BYTES);
    return Math.max(most, Stream.of(totals).mapToLong(CensusFile.Total::bytes).max().orElse(0));
  }

  /** Returns the splits, in the order of the input. */
  public List<NumberedSplit> splits() {
    return splits;
  }

  /**
   * Returns the keys that the index of its file gives to the records of a split; null when there is
   * none that fits.
   */
  public KeySpan keys(NumberedSplit split) {
    return split.isKeyed() ? total(split).keys : null;
  }

  private CensusFile.Total total(NumberedSplit split) {
    return totals[split.ordinal()];
  }

  /** Passes the noted records, in the order of the input. */
  public void forEach(Visitor visitor) throws IOException {
    try (var reader = new CensusFile.Reader(fs, folder)) {
      for (NumberedSplit split : splits) {
        if (indexed.has(split)) {
          indexed.forEach(split, numbering(split, visitor));
        } else {
          reader.forEach(total(split), numbering(split, visitor));
        }
      }
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
