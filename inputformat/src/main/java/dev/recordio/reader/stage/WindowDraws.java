// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.order.Draws;
import java.util.Arrays;

/**
 * Which slots of a window are drawn in an epoch, step by step, and which items are in them then, as
 * long as no limit of bytes is reached.
 */
final class WindowDraws {
  private final Draws draws;
  private final int window;

  /** Creates the draws of an epoch of a worker. */
  WindowDraws(long seed, int worker, long epoch, int window) {
    draws = new Draws(Draws.key(seed, worker), epoch);
    this.window = window;
  }

  /** Returns the slot, below {@code size}, that step {@code step} draws, from 0. */
  int slot(int size, long step) {
    return (int) draws.below(size, step);
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
