// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.bytes.Excerpt;
import dev.recordio.jobs.rows.RowFault;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.split.SplitGroup;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
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
  private static final int MAX_SHOWN = 60;

  private final FileSystem fs;
  private final Path folder;
  private final List<NumberedSplit> splits;
  private final CensusFile.Total[] totals; // of the splits
  private final IndexedCensus indexed;
  private final Map<Integer, String> misfits = new TreeMap<>(); // by file
  private QueryRuns queries; // null for records
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

  /** Numbers the records of the splits by the totals. */
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
    if (Stream.of(totals).allMatch(total -> total.queries != null)) {
      queries = new QueryRuns(splits, split -> total(split).queries);
    }
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

  public long records() {
    return records;
  }

  /** Whether the records are rows of text with query ids. */
  public boolean hasQueries() {
    return queries != null && queries.arePresent();
  }

  /** Returns how many queries there are, or records where these have none. */
  public long queriesOrRecords() {
    return hasQueries() ? queries.count() : records;
  }

  /** Makes the splits have the numbers of queries, where there are such. */
  public void numberQueries() {
    if (hasQueries()) {
      queries.number();
    }
  }

  /**
   * Returns the header that each file of the rows begins with; null where none has one.
   *
   * @throws BadInputException when the files have different ones
   */
  public byte[] header() throws BadInputException {
    Map<Integer, byte[]> headers = new HashMap<>(); // by file
    for (NumberedSplit split : splits) {
      if (total(split).header != null) {
        headers.put(split.file(), total(split).header);
      }
    }
    NumberedSplit first = null;
    for (NumberedSplit split : headers.isEmpty() ? List.<NumberedSplit>of() : splits) {
      byte[] found = headers.get(split.file());
      if (found == null && split.records() == 0) {
        continue; // nothing in it needs one
      }
      first = first == null ? split : first;
      byte[] expected = headers.get(first.file());
      if (!Arrays.equals(expected, found)) {
        throw new BadInputException(
            "headers differ: %s has %s, %s has %s; give files with one header, or with none (the argument header=no takes the first line for data)"
                .formatted(first.getPath(), shown(expected), split.getPath(), shown(found)),
            null);
      }
    }
    return first == null ? null : headers.get(first.file());
  }

  private static String shown(byte[] header) {
    return header == null ? "none" : Excerpt.of(header, 0, Math.min(MAX_SHOWN, header.length));
  }

  /** Returns their bytes, headers and padding included. */
  public long bytes() {
    return bytes;
  }

  /**
   * Returns a bound on the bytes of the records that one map task reads.
   *
   * @param taskBytes as passed to {@link CensusJob#addTasks}
   */
  public long mostInTask(long taskBytes) {
    long most = Math.max(taskBytes, SplitGroup.MAX_BYTES);
    return Math.max(most, Stream.of(totals).mapToLong(CensusFile.Total::bytes).max().orElse(0));
  }

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
