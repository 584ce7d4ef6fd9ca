// SPDX-License-Identifier: Apache-2.0
package dev.recordio.order;

import dev.recordio.conf.InvalidSettingException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Which of several inputs the item at each position of an epoch comes from, in proportion to
 * weights: a function of weights, seed, epoch and position alone.
 *
 * <p>Positions are taken in runs of consecutive ones, and runs in blocks of {@value #BLOCK}. How
 * many runs of the blocks up to one are each input's follows from the weights by arithmetic: the
 * input of the greatest weight gets its share of all, rounded; the next one gets its share of what
 * is left, and so on. Within a block the runs are permuted. So the number of items of an input
 * before any position takes a look at one block, wherever it is.
 *
 * <p>Up to the end of any block the runs of an input differ from its share of all runs by at most
 * {@code 1 + ln(inputs) / 2}, and of two inputs by at most 1/2. Not thread-safe.
 */
public final class Mixture {
  /** Runs of a block. */
  public static final int BLOCK = 64;

  /** Positions of an epoch at most, and the position of an item that comes after all of them. */
  public static final long MAX_POSITIONS = RecordOrder.MAX_RECORDS;

  private static final double MIN_SHARE = 1e-12;
  private static final int RATIO_BITS = 62;

  private final int[] byWeight; // inputs, the greatest weight first
  private final long[] ratios; // of each of them to the sum from it on, times 2^62
  private final long run;
  private final long key;

  private final int[] inputs = new int[BLOCK]; // of the runs of the current block
  private final int[] before = new int[BLOCK]; // runs of the same input before each, in the block
  private final long[] starts; // runs of each input before the block
  private final long[] ends; // and before the next one
  private long block = -1;

  /**
   * Creates the mixture of an epoch.
   *
   * @param weights above 0, in any unit; the array is not kept
   * @param seed any number
   * @param epoch any number; each epoch has its own permutations
   * @param run consecutive positions that are of one input, at least 1
   * @throws InvalidSettingException when a weight is not a finite number above 0, or less than
   *     10^-12 of their sum
   */
  public Mixture(double[] weights, long seed, long epoch, long run) {
    Parameter.atLeast("run", run, 1);
    byWeight =
        IntStream.range(0, weights.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -weights[i]))
            .mapToInt(i -> i)
            .toArray();
    ratios = ratios(weights, byWeight);
    this.run = run;
    key = Draws.key(seed, epoch);
    starts = new long[weights.length];
    ends = new long[weights.length];
  }

  /** Returns the ratio of each weight to the sum of those that do not come before it. */
  private static long[] ratios(double[] weights, int[] byWeight) {
    var ratios = new long[weights.length];
    double sum = 0;
    for (int i = weights.length - 1; i >= 0; i--) { // small ones first: none gets lost
      double weight = weights[byWeight[i]];
      sum += weight;
      ratios[i] = (long) (weight / sum * (1L << RATIO_BITS));
    }
    for (int i = 0; i < weights.length; i++) {
      if (!(weights[i] > 0 && weights[i] / sum >= MIN_SHARE && Double.isFinite(sum))) {
        throw new InvalidSettingException(
            "weight "
                + weights[i]
                + " of input "
                + (i + 1)
                + ": expected a finite number above 0, and at least "
                + MIN_SHARE
                + " of the sum of all");
      }
    }
    return ratios;
  }

  /** Returns the input at a position, from 0. */
  public int input(long position) {
    return inputs[slot(position)];
  }

  /** Returns how many items of the same input come before the item at a position. */
  public long index(long position) {
    int slot = slot(position);
    return (starts[inputs[slot]] + before[slot]) * run + position % run;
  }

  /** Returns how many items of each input come before a position. */
  public long[] before(long position) {
    int slot = slot(position);
    long[] counts = starts.clone();
    for (int i = 0; i < slot; i++) {
      counts[inputs[i]]++;
    }
    for (int i = 0; i < counts.length; i++) {
      counts[i] *= run;
    }
    counts[inputs[slot]] += position % run;
    return counts;
  }

  /**
   * Returns the position of an item.
   *
   * @param input its input, from 0
   * @param index how many items of this input come before it
   * @return the position, at most {@link #MAX_POSITIONS}
   */
  public long position(int input, long index) {
    long number = index / run; // of the run among the runs of its input
    long low = 0; // the last block before which there are at most so many
    long high = MAX_POSITIONS / run / BLOCK;
    while (low < high) {
      long middle = low + (high - low + 1) / 2;
      count(middle, starts);
      if (starts[input] <= number) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    block = -1; // counts of other blocks are in its place
    enter(low);
    for (int slot = 0; slot < BLOCK; slot++) {
      if (inputs[slot] == input && starts[input] + before[slot] == number) {
        return Math.min(MAX_POSITIONS, (low * BLOCK + slot) * run + index % run);
      }
    }
    return MAX_POSITIONS;
  }

  /** Enters the block of a position, and returns the place of its run in there. */
  private int slot(long position) {
    long number = position / run;
    enter(number / BLOCK);
    return (int) (number % BLOCK);
  }

  private void enter(long entered) {
    if (entered == block) {
      return;
    }
    count(entered, starts);
    count(entered + 1, ends);
    int filled = 0;
    for (int input = 0; input < starts.length; input++) {
      int quota = (int) (ends[input] - starts[input]);
      Arrays.fill(inputs, filled, filled + quota, input);
      filled += quota;
    }
    var draws = new Draws(key, entered);
    for (int i = BLOCK - 1; i > 0; i--) {
      int other = (int) draws.below(i + 1, i);
      int swapped = inputs[i];
      inputs[i] = inputs[other];
      inputs[other] = swapped;
    }
    var counts = new int[starts.length];
    for (int i = 0; i < BLOCK; i++) {
      before[i] = counts[inputs[i]]++;
    }
    block = entered;
  }

  /** Counts the runs of each input before a block. Each count grows by at most one with a run. */
  private void count(long of, long[] to) {
    long left = of * BLOCK;
    for (int i = 0; i < byWeight.length; i++) {
      long rounded = product(left, ratios[i]);
      to[byWeight[i]] = rounded;
      left -= rounded;
    }
  }

  /** Returns the product of a number below 2^62 and a ratio, rounded. */
  private static long product(long number, long ratio) {
    long low = number * ratio;
    long half = low + (1L << RATIO_BITS - 1);
    long carry = Long.compareUnsigned(half, low) < 0 ? 1 : 0;
    return (Math.multiplyHigh(number, ratio) + carry) << 2 | half >>> RATIO_BITS;
  }
}
