// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.store.job.RebalanceJob;
import dev.recordio.jobs.store.job.StoreJobConf;
import dev.recordio.store.commit.RebalancePlan.RebalanceTask;
import dev.recordio.store.manifest.Manifest;
import picocli.CommandLine;

/**
 * Rewrites records, so that chunks are full of live ones in the order of ids: a job, one commit.
 */
@CommandLine.Command(
    footer = {
      "",
      "Rewritten are the live records of chunks that are less than half full, if a group of fields"
          + " has",
      "two of them or more, and of chunks that are live to less than a part. Others may read and"
          + " change",
      "the store meanwhile; what they update or delete stays so. Against another rebalance, a swap"
          + " or",
      "changed fields it ends with 1, and leaves the store as it was. Older generations keep their",
      "files until gc removes them.",
      "Prints generation, rewritten rows and bytes, with tabs between; the generation stays if"
          + " there is",
      "nothing to do.",
      "",
      "Examples:",
      "  recordio store rebalance data/faces",
      "  recordio store rebalance hdfs:///data/faces --below 0.8 --sort",
      "  recordio store rebalance data/faces --renumber"
    })
public final class RebalanceCommand extends StoreWriteCommand {
  @Override
  protected void declare(KeyOptions options) {
    options
        .add("--below", "U", StoreJobConf.REBALANCE_BELOW)
        .flag("--sort", StoreJobConf.REBALANCE_SORT)
        .flag("--renumber", StoreJobConf.REBALANCE_RENUMBER);
  }

  @Override
  protected ExitCode run(boolean dryRun) throws Exception {
    long start = System.nanoTime();
    try (var rebalance = new RebalanceJob(conf(), path())) {
      long bytes = rebalance.plan().tasks().stream().mapToLong(RebalanceTask::bytes).sum();
      long generation = rebalance.plan().base().generation();
      long rows = rebalance.plan().rows();
      if (rebalance.plan().isEmpty()) {
        say("nothing to rebalance: no chunk is below the bound, or small beside another");
      } else if (dryRun) {
        generation++;
      } else {
        name(rebalance.job(), store(), store());
        runJob(rebalance.job());
        Manifest made = rebalance.made();
        generation = made.generation();
        rows = made.operation().records();
      }
      int tasks = rebalance.plan().tasks().size();
      print(
          WritePlan.local(store(), tasks, bytes, tasks),
          "generation",
          generation,
          "rows",
          rows,
          "bytes",
          bytes);
      print(
          new Totals()
              .count("rows", rows)
              .bytes("bytes", bytes)
              .seconds("seconds", System.nanoTime() - start)
              .next("store", "stat", store()));
      return ExitCode.OK;
    }
  }
}
