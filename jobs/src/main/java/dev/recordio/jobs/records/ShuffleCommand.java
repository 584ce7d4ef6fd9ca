// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.census.ArrangeJob;
import dev.recordio.jobs.records.shuffle.ShuffleJob;
import dev.recordio.jobs.run.Totals;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Writes all records in one seeded random order. */
@CommandLine.Command(
    footer = {
      "",
      "The same input, seed and number of shards give the same bytes, on any machine or cluster.",
      "",
      "Examples:",
      "  recordio shuffle --seed 7 train.rec shuffled",
      "  recordio shuffle --seed 7 --shards 64 hdfs:///data/train hdfs:///data/shuffled"
    })
public final class ShuffleCommand extends FolderCommand {
  @Option(names = "--seed", paramLabel = "S", description = "The seed of the order; 0 by default.")
  private Long seed;

  @Override
  void setKeys() {
    set(ArrangeConf.SEED.key(), seed);
  }

  @Override
  ArrangeJob open(List<Path> inputs, Path output) throws Exception {
    return new ShuffleJob(conf(), inputs, output);
  }

  @Override
  void describe(Totals totals, ArrangeJob job) throws IOException {
    totals.count("shards", job.job().getNumReduceTasks());
  }
}
