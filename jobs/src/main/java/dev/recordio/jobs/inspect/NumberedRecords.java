// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.Notes;
import dev.recordio.conf.RecordNumberRange;
import dev.recordio.fs.index.IndexMisfit;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.numbered.IndexSet;
import dev.recordio.fs.numbered.RecordGather;
import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.fs.numbered.RecordTable;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.order.EpochOrder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/** Records of a command's input that are known by their numbers, with the indexes of the files. */
final class NumberedRecords {
  /** Takes the current record of {@code records}. */
  @FunctionalInterface
  interface Visitor {
    void visit(RecordGather records) throws IOException;
  }

  private final RecordTable table;
  private final PrimitiveIterator.OfLong places;

  private final long counted;

  private NumberedRecords(RecordTable table, long counted, PrimitiveIterator.OfLong places) {
    this.table = table;
    this.counted = counted;
    this.places = places;
  }

  /**
   * Returns a range of the records of {@code files}; null if they must be read in order: a file has
   * no index that fits, or damaged records, which then don't count, are skipped.
   */
  static NumberedRecords of(Configuration conf, List<FileStatus> files, RecordNumberRange rows)
      throws IOException {
    if (DamageSettings.of(conf).passesOver()) {
      return null;
    }
    var indexes = new ArrayList<RecordIndex>();
    var all = new IndexSet(files, file -> RecordIndex.read(conf, file));
    int file = 0;
    long wanted = 0;
    try {
      for (; file < files.size() && all.first(file) <= rows.last(); file++) {
        if (!SplitPlanner.uncompressed(conf).test(files.get(file).getPath())) {
          return null;
        }
        int from = all.from(file, rows);
        int to = all.to(file, rows);
        if (from < to) {
          indexes.add(all.index(file).part(from, to));
          wanted += to - from;
        }
      }
    } catch (FileNotFoundException e) {
      return null;
    } catch (MalformedRecordException e) {
      Notes.say(e.getMessage() + "; records are counted without the index");
      return null;
    }
    return new NumberedRecords(
        RecordTable.of(conf, indexes), all.first(file), LongStream.range(0, wanted).iterator());
  }

  /**
   * Returns the record that begins at an offset from the {@code .idx} of a file.
   *
   * @throws MalformedRecordException when the index does not fit the file, or the record
   *     contradicts it
   */
  static NumberedRecords at(Configuration conf, FileStatus file, long offset) throws IOException {
    RecordIndex index = RecordIndex.readForKeys(conf, file);
    int record = index.firstFrom(offset);
    if (record == index.count() || index.offset(record) != offset) {
      throw IndexMisfit.of(
          file.getPath(),
          RecordFiles.index(file.getPath()).toString(),
          offset,
          "a record there",
          "none");
    }
    return new NumberedRecords(
        RecordTable.of(conf, List.of(index)), 1, LongStream.of(record).iterator());
  }

  /** Returns all records of {@code files} in the order of the epoch that {@code conf} specifies. */
  static NumberedRecords shuffled(Configuration conf, List<FileStatus> files) throws IOException {
    RecordTable table = RecordTable.open(conf, files);
    long count = table.total();
    return new NumberedRecords(table, count, EpochOrder.of(conf, count, 0).records(0, count));
  }

  /** Returns how many records the checked files have: all files, up to the requested rows. */
  long counted() {
    return counted;
  }

  /** Reads the records, in order, once. */
  void read(Configuration conf, DamageTracker damage, Visitor visitor) throws IOException {
    try (table;
        var records = new RecordGather(conf, table, places, damage)) {
      while (records.next()) {
        visitor.visit(records);
      }
    }
  }
}
