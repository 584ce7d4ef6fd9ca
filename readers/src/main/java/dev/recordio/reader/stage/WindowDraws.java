// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.order.Draws;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Which slots of a window are drawn in an epoch, step by step, and which items are in them then, as
 * long as no limit of bytes is reached.
 */
final class WindowDraws {
  private static final int AHEAD = 16; // steps

  private final Draws draws;
  private final int window;
  private final int[] ahead = new int[AHEAD]; // slots of some steps, with a full window
  private long first = Long.MIN_VALUE; // the step that they begin with

  /** Creates the draws of an epoch of a worker. */
  WindowDraws(long seed, int worker, long epoch, int window) {
    draws = new Draws(Draws.key(seed, worker), epoch);
    this.window = window;
  }

  /** Returns the slot, below {@code size}, that step {@code step} draws, from 0. */
  int slot(int size, long step) {
    return (int) draws.below(size, step);
  }

  /**
   * Returns the slot that a step draws from a full window. The slots of some steps are drawn
   * together: their items are far from each other in memory, which is asked for all of them at once
   * then, rather than for one after the other.
   *
   * @param touch reads something of the items of slots
   */
  int slotOfFull(long step, Consumer<int[]> touch) {
    long at = step - first;
    if (at < 0 || at >= AHEAD) {
      first = step;
      at = 0;
      for (int i = 0; i < AHEAD; i++) {
        ahead[i] = slot(window, step + i);
      }
      touch.accept(ahead);
    }
    return ahead[(int) at];
  }

  /** Returns the slot into which item {@code number} of the epoch is put, from 0. */
  int slotOf(long number) {
    return number < window ? (int) number : slot(window, number - window);
  }

  /**
   * Returns the numbers of the items in the slots when {@code taken} items have been put into them,
   * and none has been drawn that another did not follow.
   */
  long[] numbers(long taken) {
    var numbers = new long[(int) Math.min(window, taken)];
    Arrays.fill(numbers, -1);
    int open = numbers.length;
    for (long number = taken - 1; number >= window && open > 0; number--) {
      int slot = slotOf(number);
      if (numbers[slot] < 0) {
        numbers[slot] = number;
        open--;
      }
    }
    for (int slot = 0; slot < numbers.length; slot++) {
      numbers[slot] = numbers[slot] < 0 ? slot : numbers[slot];
    }
    return numbers;
  }
}
