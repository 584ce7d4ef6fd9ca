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
    count++;
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
    count += next.count;
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
