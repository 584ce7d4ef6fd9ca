// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

/**
 * The positions of one epoch that a worker reads, ascending. Fastest for ascending arguments. Not
 * thread-safe.
 */
public final class EpochShare {
  /** No position: none is left there. More than any position of an epoch. */
  public static final long NONE = EpochRemainder.NONE;

  private final int worker;
  private final int workers;
  private final long max;
  private final EpochRemainder remainder; // null: no earlier run has read anything

  EpochShare(Share share, long epoch) {
    worker = share.worker();
    workers = share.workers();
    max = (NONE - worker) / workers;
    remainder = share.remainder().generations().isEmpty() ? null : share.remainder().in(epoch);
  }

  /** Returns whether no earlier run has read of the epoch. */
  public boolean isFresh() {
    return remainder == null || remainder.isWhole();
  }

  /**
   * Returns the worker's k-th position, from 0; or {@link #NONE}. The worker's epoch ends where
   * this is not less than the positions the epoch has.
   */
  public long position(long k) {
    long left = k > max ? NONE : k * workers + worker;
    return remainder == null || left == NONE ? left : remainder.at(left);
  }

  /** Returns whether the positions have no gap from the worker's k-th one on, from 0. */
  public boolean isEvenFrom(long k) {
    return workers == 1 && (remainder == null || remainder.isEvenFrom(k));
  }
}
