// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.select;

import dev.recordio.jobs.records.census.LabelCensus;
import dev.recordio.jobs.run.error.BadInputException;

/** Takes the records whose label at least so many records have. */
final class FrequentLabels extends OutputChooser {
  private final long least;
  private final LabelCensus labels = new LabelCensus();

  FrequentLabels(long least) {
    this.least = least;
  }

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
