// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import dev.recordio.conf.InvalidSettingException;
import java.util.List;

/**
 * What earlier runs left of all epochs: the first epoch that may not be read to its end, and the
 * generations that read of it and of those after it, the earliest first. Immutable.
 */
public final class Remainder {
  private final long firstEpoch;
  private final List<Generation> generations;

  private Remainder(long firstEpoch, List<Generation> generations) {
    if (firstEpoch < 0) {
      throw new InvalidSettingException(
          "first epoch: expected a number of at least 0, found " + firstEpoch);
    }
    this.firstEpoch = firstEpoch;
    this.generations = List.copyOf(generations);
  }

  /**
   * Returns the remainder before anything was read.
   *
   * @throws InvalidSettingException when the epoch is below 0
   */
  public static Remainder fresh(long firstEpoch) {
    return new Remainder(firstEpoch, List.of());
  }

  /**
   * Returns the remainder that {@link #firstEpoch} and {@link #generations} specify.
   *
   * @throws InvalidSettingException when these do not belong together
   */
  public static Remainder of(long firstEpoch, List<Generation> generations) {
    var remainder = new Remainder(firstEpoch, generations);
    for (Generation generation : generations) {
      if (generation.firstEpoch() != firstEpoch) {
        throw new InvalidSettingException(
            String.format(
                "earlier runs: expected some worker in epoch %d, the first that is left, and none"
                    + " before it, found the first in epoch %d",
                firstEpoch, generation.firstEpoch()));
      }
    }
    return remainder;
  }

  /** Returns what is left after another run over this remainder; its chain is kept short. */
  Remainder after(Generation generation) {
    return new Remainder(generation.firstEpoch(), ShortChain.of(generations, generation));
  }

  /** Returns the first epoch that may not be read to its end; all epochs before are. */
  public long firstEpoch() {
    return firstEpoch;
  }

  /** Returns the earlier runs that matter, the earliest first. */
  public List<Generation> generations() {
    return generations;
  }

  /**
   * Returns what is left of an epoch.
   *
   * @throws IllegalArgumentException when the epoch is before the first one
   */
  public EpochRemainder in(long epoch) {
    if (epoch < firstEpoch) {
      throw new IllegalArgumentException("epoch " + epoch + " is before " + firstEpoch);
    }
    return new EpochRemainder(generations, epoch);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Remainder that
        && firstEpoch == that.firstEpoch
        && generations.equals(that.generations);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(firstEpoch) + generations.hashCode();
  }

  @Override
  public String toString() {
    return "from epoch " + firstEpoch + " after " + generations;
  }
}
