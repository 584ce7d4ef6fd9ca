// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report.tally;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/** Counts unsigned numbers in classes: 0, and then four for each power of two. */
public final class LogHistogram implements Writable {
  /** The number of classes in which numbers double. */
  public static final int CLASSES_PER_OCTAVE = 4;

  private static final int CLASSES = 1 + Long.SIZE * CLASSES_PER_OCTAVE;

  private final long[] counts = new long[CLASSES];
  private long total;

  /** Counts a number. */
  public void add(long number) {
    counts[classOf(number)]++;
    total++;
  }

  /** Adds what another histogram has counted. */
  public void add(LogHistogram other) {
    for (int i = 0; i < CLASSES; i++) {
      counts[i] += other.counts[i];
    }
    total += other.total;
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
    return counts[number];
  }

  /** Returns how many numbers there are. */
  public long total() {
    return total;
  }

  /** Returns the first class with a number; -1 when there is none. */
  public int first() {
    for (int i = 0; i < CLASSES; i++) {
      if (counts[i] > 0) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the last class with a number; -1 when there is none. */
  public int last() {
    for (int i = CLASSES - 1; i >= 0; i--) {
      if (counts[i] > 0) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns a number that a part of the numbers, 0 to 1, are not above: the largest one of the
   * class of the quantile.
   */
  public double atMost(double part) {
    long below = 0;
    for (int i = 0; i < CLASSES; i++) {
      below += counts[i];
      if (counts[i] > 0 && below >= part * total) {
        return Math.max(0, lowest(i + 1) - 1);
      }
    }
    return 0;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    for (long count : counts) {
      WritableUtils.writeVLong(out, count);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    total = 0;
    for (int i = 0; i < CLASSES; i++) {
      counts[i] = WritableUtils.readVLong(in);
      total += counts[i];
    }
  }
}
