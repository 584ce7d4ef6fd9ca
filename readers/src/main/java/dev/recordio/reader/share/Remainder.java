// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.share.EpochRemainder.GenerationLeft;
import java.util.ArrayList;
import java.util.List;

/**
 * What earlier runs left of all epochs. Immutable.
 *
 * @param firstEpoch the first epoch that may not be read to its end; all epochs before are
 * @param generations the runs that read of it and of epochs after it, the earliest first
 */
public record Remainder(long firstEpoch, List<Generation> generations) {
  /**
   * Creates the remainder.
   *
   * @throws InvalidSettingException when the epoch is below 0, or not the first one of a generation
   */
  public Remainder {
    if (firstEpoch < 0) {
      throw new InvalidSettingException(
          "first epoch: expected a number of at least 0, found " + firstEpoch);
    }
    for (Generation generation : generations) {
      if (generation.firstEpoch() != firstEpoch) {
        throw new InvalidSettingException(
            String.format(
                "earlier runs: expected some worker in epoch %d, the first that is left, and none"
                    + " before it, found the first in epoch %d",
                firstEpoch, generation.firstEpoch()));
      }
    }
    generations = List.copyOf(generations);
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
   * Returns what is left after another run over this remainder.
   *
   * <p>The chain of generations is kept short without changing what it leaves of the epochs that
   * matter. A generation that touches none of these epochs is dropped. One that leaves everything
   * from some number on, when all before it was read by those after, is a plain offset: one worker,
   * which read so many from the start. Neighbouring offsets are one.
   */
  Remainder after(Generation last) {
    long first = last.firstEpoch();
    var chain = new ArrayList<Generation>();
    for (Generation generation : generations) {
      addWhatMatters(generation, first, chain);
    }
    addWhatMatters(last, first, chain);
    replaceByOffsets(chain, first);
    return new Remainder(first, joined(chain, first));
  }

  /** Returns what is left of an epoch, which is not before the first one. */
  EpochRemainder in(long epoch) {
    return new EpochRemainder(generations, epoch);
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
      if (left.isEvenFrom(least)) { // so no worker is beyond this epoch
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
