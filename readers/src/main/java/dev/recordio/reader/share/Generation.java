// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import dev.recordio.conf.InvalidSettingException;
import java.util.Arrays;

/**
 * How far each worker of a run was when the run stopped. A worker in epoch e with count c has read
 * its shares of all epochs before e, and the first c positions of its share of epoch e. Immutable.
 */
public final class Generation {
  /** Workers of a run at most. */
  public static final int MAX_WORKERS = 1 << 16;

  /** The count of a worker that has read its share of an epoch as a whole. */
  static final long ALL = Long.MAX_VALUE;

  private static final long MAX_POSITIONS = 1L << 62;

  private final long[] epochs;
  private final long[] counts;

  private Generation(long[] epochs, long[] counts) {
    this.epochs = epochs;
    this.counts = counts;
  }

  /**
   * Creates a generation from the epochs and counts of its workers; the arrays are not kept.
   *
   * @throws InvalidSettingException when there are too many or no workers, a number is below 0, or
   *     a count is beyond 2^62 positions of all workers
   */
  public static Generation of(long[] epochs, long[] counts) {
    if (epochs.length != counts.length || epochs.length == 0 || epochs.length > MAX_WORKERS) {
      throw new InvalidSettingException(
          "expected the progress of 1 to " + MAX_WORKERS + " workers, found " + epochs.length);
    }
    long max = MAX_POSITIONS / epochs.length;
    for (int worker = 0; worker < epochs.length; worker++) {
      if (epochs[worker] < 0 || counts[worker] < 0 || counts[worker] > max) {
        throw new InvalidSettingException(
            String.format(
                "worker %d of %d: expected an epoch of at least 0 and a count of 0 to %d, found"
                    + " epoch %d, count %d",
                worker, epochs.length, max, epochs[worker], counts[worker]));
      }
    }
    return new Generation(epochs.clone(), counts.clone());
  }

  /** Returns a generation of one worker. */
  static Generation ofOne(long epoch, long count) {
    return of(new long[] {epoch}, new long[] {count});
  }

  /** Returns the number of workers. */
  public int workers() {
    return epochs.length;
  }

  /** Returns the epoch of a worker. */
  public long epoch(int worker) {
    return epochs[worker];
  }

  /** Returns how many positions of its epoch a worker has read. */
  public long count(int worker) {
    return counts[worker];
  }

  /** Returns how many positions of its share of an epoch a worker has read, or {@link #ALL}. */
  long countIn(long epoch, int worker) {
    return epochs[worker] > epoch ? ALL : epochs[worker] == epoch ? counts[worker] : 0;
  }

  /** Returns the first epoch that may not be read to its end. */
  long firstEpoch() {
    return Arrays.stream(epochs).min().getAsLong();
  }

  /** Returns whether some position of an epoch, or of one after it, was read. */
  boolean touches(long epoch) {
    for (int worker = 0; worker < epochs.length; worker++) {
      if (epochs[worker] > epoch || epochs[worker] == epoch && counts[worker] > 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns what this generation leaves of an epoch and of those after it, and of none before. */
  Generation from(long epoch) {
    var later = new Generation(epochs.clone(), counts.clone());
    for (int worker = 0; worker < epochs.length; worker++) {
      later.counts[worker] = epochs[worker] < epoch ? 0 : counts[worker];
      later.epochs[worker] = Math.max(epoch, epochs[worker]);
    }
    return later;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Generation that
        && Arrays.equals(epochs, that.epochs)
        && Arrays.equals(counts, that.counts);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(epochs) + Arrays.hashCode(counts);
  }

  /** Returns the written form. */
  @Override
  public String toString() {
    return GenerationText.write(this);
  }

  /**
   * Reads the written form.
   *
   * @throws InvalidSettingException when it is not one
   */
  public static Generation parse(String text) {
    return GenerationText.read(text);
  }
}
