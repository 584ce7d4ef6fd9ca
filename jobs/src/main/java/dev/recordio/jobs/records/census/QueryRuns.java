// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.fs.input.InputRange;
import java.util.List;
import java.util.function.Function;

/**
 * The queries of rows of text: a query is a run of consecutive rows with the same query id, in the
 * order of the input, also across splits and files. Where no row has a query id, there is none.
 */
final class QueryRuns {
  private final List<NumberedSplit> splits;
  private final Function<NumberedSplit, OfSplit> found;
  private final boolean present;
  private final long count;

  /** The runs that a task found in a split. */
  static final class OfSplit {
    private boolean present;
    private long count;
    private long first;
    private long last;

    /** Adds a row. */
    void add(boolean hasQid, long qid) {
      present |= hasQid;
      if (count == 0) {
        first = qid;
      }
      if (count == 0 || qid != last) {
        count++;
      }
      last = qid;
    }
  }

  QueryRuns(List<NumberedSplit> splits, Function<NumberedSplit, OfSplit> found) {
    this.splits = splits;
    this.found = found;
    present = splits.stream().anyMatch(split -> found.apply(split).present);
    count = present ? pass(false) : 0;
  }

  /** Whether rows have query ids. */
  boolean arePresent() {
    return present;
  }

  long count() {
    return count;
  }

  /** Numbers the queries instead of the rows: a query is of the split it begins in. */
  void number() {
    pass(true);
  }

  private long pass(boolean numbers) {
    long runs = 0;
    OfSplit before = null; // the last split with rows
    NumberedSplit open = null; // where the last run begins
    for (NumberedSplit split : splits) {
      OfSplit own = found.apply(split);
      boolean goesOn = own.count > 0 && before != null && before.last == own.first;
      long begun = own.count - (goesOn ? 1 : 0);
      if (numbers) {
        split.number(runs, begun);
        split.setGoesOn(goesOn);
        if (goesOn) {
          open.addRest(new InputRange(split.getPath(), split.getStart(), split.getLength()));
        }
      }
      runs += begun;
      before = own.count > 0 ? own : before;
      open = begun > 0 ? split : open;
    }
    return runs;
  }
}
