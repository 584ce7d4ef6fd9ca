// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.copy.ArrangeJob;
import dev.recordio.jobs.records.shuffle.ShuffleJob;
import java.util.List;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine;

/** Writes all records, or rows of text, in one seeded random order. */
@CommandLine.Command(
    footer = {
      "",
      "The same input, seed and number of shards give the same bytes, on any machine or cluster.",
      "Rows of text with the same query id stay together.",
      "",
      "Examples:",
      "  recordio shuffle --seed 7 train.rec shuffled",
      "  recordio shuffle --seed 7 train.libsvm.gz shuffled",
      "  recordio shuffle --seed 7 --shards 64 hdfs:///data/train hdfs:///data/shuffled"
    })
public final class ShuffleCommand extends ArrangeCommand.OfRecordsOrRows {
  @Override
  protected void declare(KeyOptions options) {
    options.add("--seed", "S", ArrangeConf.SEED);
    super.declare(options);
  }

  @Override
  ArrangeJob open(List<Path> inputs, Path output) throws Exception {
    return new ShuffleJob(conf(), inputs, output);
  }
}
