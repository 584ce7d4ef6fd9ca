// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report.tally;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * The lengths of runs of equal numbers in a sequence. A sequence may be counted in pieces, which
 * are then appended in their order: the first and the last run of a piece may go on in others.
 */
public final class RunTally implements Writable {
  private final LogHistogram inner = new LogHistogram(); // without the first and the last run
  private long runs;
  private long first;
  private long firstRun; // its length; valid if it is not also the last one
  private long last;
  private long lastRun;

  /** Appends a number. */
  public void add(long number) {
    if (runs > 0 && number == last) {
      lastRun++;
      return;
    }
    if (runs == 0) {
      first = number;
    } else {
      endLast(lastRun);
    }
    runs++;
    last = number;
    lastRun = 1;
  }

  /** The last run ends with a length, as another one follows. */
  private void endLast(long length) {
    if (runs == 1) {
      firstRun = length;
    } else {
      inner.add(length);
    }
  }

  /** Appends the numbers of another tally. */
  public void append(RunTally next) {
    if (next.runs == 0) {
      return;
    }
    long nextFirstRun = next.runs == 1 ? next.lastRun : next.firstRun;
    if (runs == 0) {
      first = next.first;
      firstRun = next.firstRun;
      runs = next.runs;
    } else if (last == next.first && next.runs == 1) {
      lastRun += nextFirstRun;
      return;
    } else if (last == next.first) {
      endLast(lastRun + nextFirstRun);
      runs += next.runs - 1;
    } else {
      endLast(lastRun);
      if (next.runs > 1) {
        inner.add(nextFirstRun);
      }
      runs += next.runs;
    }
    inner.add(next.inner);
    last = next.last;
    lastRun = next.lastRun;
  }

  /** Returns the lengths of all runs. */
  public LogHistogram lengths() {
    var all = new LogHistogram();
    all.add(inner);
    if (runs > 1) {
      all.add(firstRun);
    }
    if (runs > 0) {
      all.add(lastRun);
    }
    return all;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    inner.write(out);
    for (long number : new long[] {runs, first, firstRun, last, lastRun}) {
      WritableUtils.writeVLong(out, number);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    inner.readFields(in);
    runs = WritableUtils.readVLong(in);
    first = WritableUtils.readVLong(in);
    firstRun = WritableUtils.readVLong(in);
    last = WritableUtils.readVLong(in);
    lastRun = WritableUtils.readVLong(in);
  }
}
