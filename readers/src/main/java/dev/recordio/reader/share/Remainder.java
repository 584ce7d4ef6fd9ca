// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.share.EpochRemainder.GenerationLeft;
import java.util.ArrayList;
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
    return new Remainder(generation.firstEpoch(), shortChain(generations, generation));
  }

  /** Returns the first epoch that may not be read to its end; all epochs before are. */
  public long firstEpoch() {
    return firstEpoch;
  }

  /** Returns the earlier runs that matter, the earliest first. */
  public List<Generation> generations() {
    return generations;
  }

  /** Returns what is left of an epoch, which is not before the first one. */
  EpochRemainder in(long epoch) {
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

  /**
   * Keeps a chain of generations short without changing what it leaves of the epochs that matter.
   *
   * <p>A generation that touches none of these epochs is dropped. One that leaves everything from
   * some number on, when all before it was read by those after, is a plain offset: one worker,
   * which read so many from the start. Neighbouring offsets are one.
   */
  private static List<Generation> shortChain(List<Generation> earlier, Generation last) {
    long first = last.firstEpoch();
    var chain = new ArrayList<Generation>();
    for (Generation generation : earlier) {
      addWhatMatters(generation, first, chain);
    }
    addWhatMatters(last, first, chain);
    replaceByOffsets(chain, first);
    return joined(chain, first);
  }

  private static void addWhatMatters(Generation generation, long first, List<Generation> chain) {
    if (generation.touches(first)) {
      chain.add(generation.from(first));
    }
  }

  private static void replaceByOffsets(List<Generation> chain, long first) {
    long least = 0; // the first number that the generations looked at so far leave
    for (int i = chain.size() - 1; i >= 0; i--) {
      Generation generation = chain.get(i);
      var left = new GenerationLeft(generation, first);
      if (least >= left.evenFrom()) { // so no worker is beyond this epoch
        chain.set(i, Generation.ofOne(first, left.read()));
      }
      least = left.at(least);
    }
  }

  private static List<Generation> joined(List<Generation> chain, long first) {
    var joined = new ArrayList<Generation>();
    for (Generation generation : chain) {
      int last = joined.size() - 1;
      if (last >= 0 && isOffset(joined.get(last)) && isOffset(generation)) {
        long sum = joined.get(last).count(0) + generation.count(0);
        joined.set(last, Generation.ofOne(first, sum));
      } else {
        joined.add(generation);
      }
    }
    return joined;
  }

  private static boolean isOffset(Generation generation) {
    return generation.workers() == 1; // which is in the first epoch, as some worker always is
  }
}
