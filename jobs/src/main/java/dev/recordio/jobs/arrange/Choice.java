// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.reader.SeededPermutation;

/**
 * Says which output each record goes to. Records are passed in the order of the input, several
 * times: once to {@link #survey} if that is wanted, then pass by pass to {@link #choose}.
 */
abstract class Choice {
  /** What {@link #choose} says of a record that no output gets. */
  static final int NONE = -1;

  /** Whether the noted values must be seen before a record can be chosen. */
  boolean needsSurvey() {
    return false;
  }

  /** Sees the noted value of a record. */
  void survey(long value) {}

  /** Begins a pass over all records; {@code records} is their number. */
  void begin(long records) {}

  /** Returns the output of a record, from 0, or {@link #NONE}. */
  abstract int choose(long number, long value);

  /** Everything to one output. */
  static final class All extends Choice {
    @Override
    int choose(long number, long value) {
      return 0;
    }
  }

  /**
   * A sample: the records whose place in the order drawn by the seed is among the first ones. The
   * smaller of two samples by the same seed is a part of the larger one.
   */
  static final class Sample extends Choice {
    private final long count;
    private final long seed;
    private SeededPermutation order;

    Sample(long count, long seed) {
      this.count = count;
      this.seed = seed;
    }

    @Override
    void begin(long records) {
      order = new SeededPermutation(records, seed);
    }

    @Override
    int choose(long number, long value) {
      return order.at(number) < count ? 0 : NONE;
    }
  }

  /** Everything that the census found, and a look at which of the wanted values that is. */
  static final class Found extends Choice {
    private final WantedValues wanted;

    Found(WantedValues wanted) {
      this.wanted = wanted;
    }

    @Override
    boolean needsSurvey() {
      return true;
    }

    @Override
    void survey(long value) {
      wanted.found(value);
    }

    @Override
    int choose(long number, long value) {
      return 0;
    }
  }
}
