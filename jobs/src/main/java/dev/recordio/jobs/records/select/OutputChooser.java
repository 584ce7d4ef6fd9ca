// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.select;

import dev.recordio.jobs.records.census.WantedValues;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.order.SeededPermutation;

/**
 * Decides which output each record goes to. Records are passed in the order of the input, several
 * times: once to {@link #survey} if that is needed, then in each pass to {@link #choose}.
 */
public abstract class OutputChooser {
  /** The result of {@link #choose} for a record that goes to no output. */
  public static final int NONE = -1;

  /** Whether {@link #survey} must get all noted values before a record can be chosen. */
  public boolean needsSurvey() {
    return false;
  }

  /** Adds the noted value of a record. */
  public void survey(long value) {}

  /**
   * Begins a pass over all records; {@code records} is their number.
   *
   * @throws BadInputException when none of them would be chosen
   */
  public void begin(long records) throws BadInputException {}

  /** Returns the output of a record, from 0, or {@link #NONE}. */
  public abstract int choose(long number, long value);

  /** Everything to one output. */
  public static final class All extends OutputChooser {
    @Override
    public int choose(long number, long value) {
      return 0;
    }
  }

  /**
   * A sample: the records that come first in the seeded order. The smaller of two samples with the
   * same seed is a part of the larger one.
   */
  static final class Sample extends OutputChooser {
    private final long count;
    private final long seed;
    private SeededPermutation order;

    Sample(long count, long seed) {
      this.count = count;
      this.seed = seed;
    }

    @Override
    public void begin(long records) {
      order = new SeededPermutation(records, seed);
    }

    @Override
    public int choose(long number, long value) {
      return order.at(number) < count ? 0 : NONE;
    }
  }

  /** All records that the census noted; notes which of the wanted values they have. */
  static final class Found extends OutputChooser {
    private final WantedValues wanted;

    Found(WantedValues wanted) {
      this.wanted = wanted;
    }

    @Override
    public boolean needsSurvey() {
      return true;
    }

    @Override
    public void survey(long value) {
      wanted.found(value);
    }

    @Override
    public int choose(long number, long value) {
      return 0;
    }
  }
}
