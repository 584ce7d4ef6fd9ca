// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.store.commit.RebalancePlan;
import dev.recordio.store.commit.RebalancePlan.RebalanceTask;
import dev.recordio.store.manifest.Manifest;
import picocli.CommandLine;

/**
 * Rewrites records, so that chunks are full of live ones in the order of ids: a job, one commit.
 */
@CommandLine.Command(
    footer = {
      "",
      "Rewrites the live records of two kinds of chunks: chunks with less than the part of live",
      "bytes that --below gives, and chunks less than half full, if a group of fields has two or",
      "more of them. Others may read and change the store meanwhile; their updates and deletes",
      "stay. If another rebalance, a swap or a change of fields comes first, it ends with 1 and",
      "leaves the store as it was. Older generations keep their files until gc removes them.",
      "Prints generation, rewritten rows and bytes, with tabs between; if there is nothing to do,",
      "the generation stays the same.",
      "",
      "Examples:",
      "  recordio store rebalance data/faces",
      "  recordio store rebalance hdfs:///data/faces --below 0.8 --sort",
      "  recordio store rebalance data/faces --renumber"
    })
public final class RebalanceCommand extends StoreCommand.Change {
  @Override
  protected void declare(KeyOptions options) {
    options
        .add("--below", "U", StoreCommandConf.REBALANCE_BELOW)
        .flag("--sort", StoreCommandConf.REBALANCE_SORT)
        .flag("--renumber", StoreCommandConf.REBALANCE_RENUMBER);
  }

  @Override
  void change(boolean dryRun) throws Exception {
    try (var rebalance = new RebalanceJob(conf(), path())) {
      RebalancePlan plan = rebalance.plan();
      int tasks = plan.tasks().size();
      long bytes = plan.tasks().stream().mapToLong(RebalanceTask::bytes).sum();
      long generation = plan.base().generation();
      long rows = plan.rows();
      if (plan.isEmpty()) {
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
              .seconds("seconds", nanos())
              .next("store", "stat", store()));
    }
  }
}
