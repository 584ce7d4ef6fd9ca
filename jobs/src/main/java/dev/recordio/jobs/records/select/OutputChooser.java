// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.select;

import dev.recordio.jobs.records.census.LabelCensus;
import dev.recordio.jobs.records.census.WantedValues;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.order.SeededPermutation;

/**
 * Decides which output each record goes to. Records are passed in the order of the input, several
 * times: once to {@link #survey} if that is needed, then in each pass to {@link #choose}.
 */
@FunctionalInterface
public interface OutputChooser {
  /** The result of {@link #choose} for a record that goes to no output. */
  int NONE = -1;

  /** Everything to one output. */
  OutputChooser ALL = (number, value) -> 0;

  /** Returns the output of a record, from 0, or {@link #NONE}. */
  int choose(long number, long value);

  /** Whether {@link #survey} must get all noted values before a record can be chosen. */
  default boolean needsSurvey() {
    return false;
  }

  /** Adds the noted value of a record. */
  default void survey(long value) {}

  /**
   * Begins a pass over all records; {@code records} is their number.
   *
   * @throws BadInputException when none of them would be chosen
   */
  default void begin(long records) throws BadInputException {}

  /**
   * Returns a chooser of a sample: the records that come first in the seeded order. The smaller of
   * two samples with the same seed is a part of the larger one.
   */
  static OutputChooser sample(long count, long records, long seed) {
    var order = new SeededPermutation(records, seed);
    return (number, value) -> order.at(number) < count ? 0 : NONE;
  }

  /** Chooses whole queries, by their numbers: the runs of rows with the same noted query id. */
  final class OfQueries implements OutputChooser {
    private final OutputChooser queries;
    private long query;
    private long last;
    private int output;

    OfQueries(OutputChooser queries) {
      this.queries = queries;
    }

    @Override
    public int choose(long number, long qid) {
      if (number == 0 || qid != last) {
        query = number == 0 ? 0 : query + 1;
        output = queries.choose(query, qid);
      }
      last = qid;
      return output;
    }
  }

  /** All records that the census noted; notes which of the wanted values they have. */
  record Found(WantedValues wanted) implements OutputChooser {
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

  /** The records whose label at least {@code least} records have. */
  record Frequent(long least, LabelCensus labels) implements OutputChooser {
    @Override
    public boolean needsSurvey() {
      return true;
    }

    @Override
    public void survey(long value) {
      labels.add(value);
    }

    @Override
    public void begin(long records) throws BadInputException {
      if (labels.most() < least) {
        throw new BadInputException(
            "no label has " + least + " records; the most that one has is " + labels.most(), null);
      }
    }

    @Override
    public int choose(long number, long value) {
      return labels.count(value) >= least ? 0 : NONE;
    }
  }
}
