// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.harness.Defaults;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Storage;
import dev.recordio.bench.harness.Suite;
import java.util.ArrayList;
import java.util.List;

/**
 * Pipelines of readers: what they cost, what reading ahead hides, what arrives at the other end of
 * a pipe, and how soon a run goes on.
 */
public final class ReadersSuite implements Suite {
  static final String NAME = "readers";

  /** Bytes of the records of those comparisons that are made for one size only. */
  static final int LARGE = 10 << 10;

  /** How many times as large a file is that processes read, whose starts would count too much. */
  private static final int PIPED = 8;

  @Override
  public Defaults defaults() {
    return Defaults.of(NAME).withSize(64L << 20).withCounts(List.of(10_000_000L)).withRounds(5);
  }

  @Override
  public List<Stage> stages(Settings settings) {
    var stages = new ArrayList<>(records(settings));
    for (Storage storage : settings.storages()) {
      stages.add(large(settings, 1, new ShuffledPipelines(storage)).on(storage));
    }
    stages.add(large(settings, 1, new HiddenReads()));
    stages.add((conf, folder) -> RowPipelines.trials(settings, conf, folder));
    stages.add(large(settings, PIPED, new PipedRecords(settings)));
    stages.addAll(Records.byCount(settings, new ResumedPipelines()));
    return stages;
  }

  /** Returns the stages of whole files of records, one for each size of a record. */
  public static List<Stage> records(Settings settings) {
    return Records.bySize(settings, new RecordPipelines(settings));
  }

  /** Returns a stage over a file of so many times the size. */
  private static Stage large(Settings settings, int times, Records.Comparison comparison) {
    long size = times * settings.size();
    return (conf, folder) ->
        comparison.trials(conf, new Payloads(LARGE, size, settings.seed()), folder);
  }
}
