// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.tally;

/**
 * The runs of equal numbers in a sequence, and how many neighbours are equal. A sequence may be
 * counted in pieces, which are then appended in their order: the first and the last run of a piece
 * may go on in others.
 */
public final class RunTally {
  private LogHistogram inner = new LogHistogram(); // without the first and the last run
  private long count;
  private long runs;
  private long first;
  private long firstRun; // its length; valid if it is not also the last one
  private long last;
  private long lastRun;

  /** Appends a number. */
  public void add(long number) {
    add(number, 1);
  }

  private void add(long number, long length) {
    count += length;
    if (runs > 0 && number == last) {
      lastRun += length;
      return;
    }
    if (runs == 0) {
      first = number;
    }
    endLast();
    runs++;
    last = number;
    lastRun = length;
  }

  /** The last run has its length, as another one follows. */
  private void endLast() {
    if (runs == 1) {
      firstRun = lastRun;
    } else if (runs > 1) {
      inner.add(lastRun);
    }
  }

  /** Appends the numbers of another tally. */
  public void append(RunTally next) {
    if (next.runs == 0) {
      return;
    }
    add(next.first, next.runs == 1 ? next.lastRun : next.firstRun);
    if (next.runs > 1) {
      endLast();
      inner.add(next.inner);
      count += next.count - next.firstRun;
      runs += next.runs - 1;
      last = next.last;
      lastRun = next.lastRun;
    }
  }

  /** Returns the pairs of neighbours. */
  public long pairs() {
    return Math.max(0, count - 1);
  }

  /** Returns the pairs whose numbers are equal. */
  public long equal() {
    return count - runs;
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
}
