// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.numbered.IndexSet;
import dev.recordio.fs.numbered.RecordIndex;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of an input whose records are found in their indexes, so that no census needs to read
 * them. One index is in memory at a time.
 */
public final class IndexedCensus {
  private static final Logger LOG = LoggerFactory.getLogger(IndexedCensus.class);

  /** The client reads each index up to three times; of more records, a census is faster. */
  private static final long MAX_RECORDS = 50_000_000;

  /** The client opens one index after the other; of more files, a census is faster. */
  private static final int MAX_FILES = 10_000;

  private final IndexSet indexes;
  private final WantedValues wanted; // keys; null: all records
  private final BitSet found = new BitSet(); // files whose index fits
  private final Map<Integer, CensusFile.Total> totals = new HashMap<>(); // of splits
  private long records;

  private IndexedCensus(IndexSet indexes, WantedValues wanted) {
    this.indexes = indexes;
    this.wanted = wanted;
  }

  static IndexedCensus none() {
    return new IndexedCensus(new IndexSet(List.of(), null), null);
  }

  /** Finds the files that have an index that fits. */
  static IndexedCensus of(
      Configuration conf, CensusRequest request, List<FileStatus> files, List<NumberedSplit> splits)
      throws IOException {
    if (request.indexes() == null) {
      return none();
    }
    if (files.size() > MAX_FILES) {
      LOG.info("more than {} files: a census counts their records", MAX_FILES);
      return none();
    }
    var indexes = new IndexSet(files, file -> request.indexes().load(conf, file));
    var indexed = new IndexedCensus(indexes, request.wanted());
    Predicate<Path> uncompressed = SplitPlanner.uncompressed(conf);
    int last = -1;
    for (NumberedSplit split : splits) {
      boolean isPlain = split.faces() == null; // the census checks the others, record by record
      if (split.file() != last && isPlain && uncompressed.test(split.getPath())) {
        indexed.look(split);
      }
      if (indexed.records > MAX_RECORDS) {
        LOG.info("more than {} records: a census counts them", MAX_RECORDS);
        return none();
      }
      if (indexed.has(split)) {
        indexed.totals.put(split.ordinal(), indexed.count(split));
      }
      last = split.file();
    }
    return indexed;
  }

  private void look(NumberedSplit split) throws IOException {
    try {
      records += indexes.index(split.file()).count();
      found.set(split.file());
    } catch (FileNotFoundException e) {
      LOG.debug("{}: headers are read", split.getPath());
    } catch (MalformedRecordException | ChecksumException e) {
      LOG.warn("{}; the headers of its records are read", e.getMessage());
    }
  }

  /** Returns how many records these files have. */
  long records() {
    return records;
  }

  /** Whether the records of a split are known from an index. */
  boolean has(NumberedSplit split) {
    return found.get(split.file());
  }

  /** Returns how many records of a split would be noted, and their bytes. */
  CensusFile.Total total(NumberedSplit split) {
    return totals.get(split.ordinal());
  }

  private CensusFile.Total count(NumberedSplit split) throws IOException {
    var total = new CensusFile.Total();
    forEach(split, (offset, length, value, key) -> total.count(length));
    RecordIndex index = indexes.index(split.file());
    total.keys = new KeySpan();
    int end = endOf(split, index);
    for (int i = index.firstFrom(split.getStart()); i < end; i++) {
      total.keys.add(index.key(i));
    }
    return total;
  }

  /** Passes the records of a split as its census would: those that begin in it. */
  void forEach(NumberedSplit split, CensusFile.Visitor visitor) throws IOException {
    RecordIndex index = indexes.index(split.file());
    int end = endOf(split, index);
    for (int i = index.firstFrom(split.getStart()); i < end; i++) {
      if (wanted == null || wanted.contains(index.key(i))) {
        visitor.visit(
            index.offset(i), index.bytes(i), wanted == null ? 0 : index.key(i), index.key(i));
      }
    }
  }

  private static int endOf(NumberedSplit split, RecordIndex index) {
    return index.firstFrom(split.getStart() + split.getLength());
  }
}
