// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import java.util.List;

/**
 * The positions of one epoch that are left, in their order. Fastest for ascending arguments. Not
 * thread-safe.
 */
public final class EpochRemainder {
  /** No position: none is left there. More than any position of an epoch. */
  public static final long NONE = GenerationLeft.NONE;

  private final GenerationLeft[] chain; // the earliest first; only those that touch the epoch

  EpochRemainder(List<Generation> generations, long epoch) {
    chain =
        generations.stream()
            .filter(generation -> generation.touches(epoch))
            .map(generation -> new GenerationLeft(generation, epoch))
            .toArray(GenerationLeft[]::new);
  }

  /** Returns whether all positions are left. */
  public boolean isWhole() {
    return chain.length == 0;
  }

  /**
   * Returns the {@code left}-th position left, from 0; or {@link #NONE}. Positions beyond the end
   * of the epoch count as left: the caller knows how many it has.
   */
  public long at(long left) {
    long position = left;
    for (int i = chain.length - 1; i >= 0; i--) {
      position = chain[i].at(position);
    }
    return position;
  }

  /** Returns whether from the {@code left}-th position left on, from 0, all are left. */
  public boolean isEvenFrom(long left) {
    long position = left;
    for (int i = chain.length - 1; i >= 0; i--) {
      if (!chain[i].isEvenFrom(position)) {
        return false;
      }
      position = chain[i].at(position);
    }
    return true;
  }

  /** Returns how many positions before {@code position} are left. */
  public long before(long position) {
    long left = position;
    for (GenerationLeft generation : chain) {
      left = generation.below(left);
    }
    return left;
  }
}
