// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.conf.PayloadType;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.IndexedRange;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.spark.scan.Columns;
import dev.recordio.spark.scan.FileRows;
import dev.recordio.spark.scan.Scan;
import dev.recordio.spark.scan.ScanCounters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;

/**
 * Opens the records of a range of a file, and decides what of it must be read: under the policy
 * that fails, only what filters on {@code offset} and {@code key} let pass, or only the index. If
 * damage is skipped, all is read: what is counted as damaged does not depend on the query.
 */
final class RecordScan implements Scan.Opener {
  private static final long serialVersionUID = 1;

  private final StructType wanted;
  private final PayloadType payload;
  private final PassingRanges offsets;
  private final PassingRanges keys;
  private final ScanCounters counters;

  RecordScan(
      StructType wanted, PayloadType payload, Collection<Filter> filters, ScanCounters counters) {
    this.wanted = wanted;
    this.payload = payload;
    offsets = PassingRanges.of("offset", filters);
    keys = PassingRanges.of("key", filters);
    this.counters = counters;
  }

  @Override
  public FileRows open(Configuration conf, InputRange range) throws IOException {
    boolean selects = selects(conf, range);
    long gap = RecordIOConf.INPUT_BUFFER_SIZE.getBytes(conf);
    List<InputRange> ranges = selects ? within(range, gap) : List.of(range);
    if (selects && needsIndexAlone(ranges, gap)) {
      IndexedRange entries = IndexedRange.open(conf, hull(ranges));
      if (entries != null) {
        return new IndexRows(entries, wanted);
      }
    }
    boolean hasKeys = !ranges.isEmpty() && Columns.at(wanted, "key") >= 0;
    RecordKeys index = hasKeys ? RecordKeys.of(conf, range) : null;
    if (selects && hasKeys && !keys.isAll()) {
      ranges = index.ranges(keys, ranges, gap);
    }
    String name = range.path().getName() + "-" + range.start();
    return new RecordRows(conf, ranges, name, wanted, payload, index, counters);
  }

  /**
   * Whether records may be left unread. A range may begin at any offset only in files whose writer
   * escapes the magic word, and in compressed files at none.
   */
  private static boolean selects(Configuration conf, InputRange range) {
    return DamageSettings.of(conf).failsFast()
        && RecordIOConf.SPLIT_VERIFY_RECORDS.getInt(conf) == 0
        && !RecordIOConf.INPUT_SCAN_PAYLOADS.getBoolean(conf)
        && SplitPlanner.uncompressed(conf).test(range.path());
  }

  /** Whether an index gives the rows; ranges that are one read are faster without. */
  private boolean needsIndexAlone(List<InputRange> ranges, long read) {
    return !ranges.isEmpty()
        && hull(ranges).length() > read
        && wanted.size() == (Columns.at(wanted, "offset") < 0 ? 0 : 1);
  }

  private static InputRange hull(List<InputRange> ranges) {
    InputRange first = ranges.get(0);
    long end = ranges.get(ranges.size() - 1).end();
    return new InputRange(first.path(), first.start(), end - first.start());
  }

  /**
   * Returns what the filters on {@code offset} let pass of a range.
   *
   * @param gap ranges with at most so many bytes between them are read as one
   */
  private List<InputRange> within(InputRange range, long gap) {
    if (offsets.isAll()) {
      return List.of(range);
    }
    var within = new ArrayList<InputRange>();
    for (PassingRanges.Range passing : offsets.ranges()) {
      long from = Math.max(range.start(), passing.first());
      long last = Math.min(range.end() - 1, passing.last());
      if (from <= last) {
        add(within, range, from, last + 1, gap);
      }
    }
    return within;
  }

  /** Adds a range of the file of {@code range}, or extends the last one up to it. */
  static void add(List<InputRange> ranges, InputRange range, long from, long to, long gap) {
    InputRange before = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
    if (before != null && from - before.end() <= gap) {
      ranges.set(
          ranges.size() - 1, new InputRange(range.path(), before.start(), to - before.start()));
    } else {
      ranges.add(new InputRange(range.path(), from, to - from));
    }
  }
}
