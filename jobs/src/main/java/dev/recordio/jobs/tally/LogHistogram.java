// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.tally;

import java.util.Arrays;
import java.util.stream.LongStream;

/** Counts unsigned numbers in classes: 0, and then four for each power of two. */
public final class LogHistogram {
  /** The number of classes in which numbers double. */
  public static final int CLASSES_PER_OCTAVE = 4;

  private long[] counts = {}; // the last one is not 0

  /** Counts a number. */
  public void add(long number) {
    add(classOf(number), 1);
  }

  private void add(int number, long more) {
    if (number >= counts.length) {
      counts = Arrays.copyOf(counts, number + 1);
    }
    counts[number] += more;
  }

  /** Adds what another histogram has counted. */
  public void add(LogHistogram other) {
    for (int i = other.counts.length - 1; i >= 0; i--) {
      add(i, other.counts[i]);
    }
  }

  /** Returns the class of a number. */
  public static int classOf(long number) {
    if (number == 0) {
      return 0;
    }
    int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(number);
    long quarter = octave >= 2 ? number >>> octave - 2 : number << 2 - octave;
    return 1 + octave * CLASSES_PER_OCTAVE + (int) (quarter & CLASSES_PER_OCTAVE - 1);
  }

  /** Returns the smallest number of a class, or of the next one if the class has no number. */
  public static double lowest(int number) {
    if (number == 0) {
      return 0;
    }
    int octave = (number - 1) / CLASSES_PER_OCTAVE;
    int quarter = (number - 1) % CLASSES_PER_OCTAVE;
    return Math.ceil(Math.scalb(CLASSES_PER_OCTAVE + quarter, octave - 2));
  }

  /** Returns how many numbers are in a class. */
  public long count(int number) {
    return number < counts.length ? counts[number] : 0;
  }

  /** Returns the first class with a number; -1 when there is none. */
  public int first() {
    int first = 0;
    while (first < counts.length && counts[first] == 0) {
      first++;
    }
    return first < counts.length ? first : -1;
  }

  /** Returns the last class with a number; -1 when there is none. */
  public int last() {
    return counts.length - 1;
  }

  /**
   * Returns a number that a part of the numbers, 0 to 1, are not above: the largest one of the
   * class of the quantile.
   */
  public double atMost(double part) {
    long total = LongStream.of(counts).sum();
    long below = 0;
    for (int i = 0; i < counts.length; i++) {
      below += counts[i];
      if (counts[i] > 0 && below >= part * total) {
        return Math.max(0, lowest(i + 1) - 1);
      }
    }
    return 0;
  }
}
