// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.jobs.cli.TsvCell;
import dev.recordio.jobs.run.Totals;
import dev.recordio.jobs.run.WritePlan;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.store.Store;
import dev.recordio.store.commit.GarbageCollection;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Removes old generations of a store, and files that no other one needs. */
@CommandLine.Command(
    footer = {
      "",
      "Kept are the newest generations, those that were the newest within the grace, and tagged ones,",
      "with all that they consist of. Files of writers that were killed go when they are older than",
      "the grace. Readers of a generation that is removed end with an error that says so.",
      "Prints a line for each file: path and bytes, with a tab between.",
      "",
      "Examples:",
      "  recordio store gc data/faces --dry-run",
      "  recordio store gc data/faces --older-than 12h --keep 10"
    })
public final class GcCommand extends StoreWriteCommand {
  @Option(
      names = "--older-than",
      paramLabel = "AGE",
      description = "The grace: 7d, 12h, 30m, 45s. Default: the store's own grace, 7d.")
  private String olderThan;

  @Option(
      names = "--keep",
      paramLabel = "N",
      description = "How many of the newest generations stay. Default: 1.")
  private Integer keep;

  @Override
  protected ExitCode run(boolean dryRun) throws Exception {
    set(StoreCommandConf.GC_OLDER_THAN.key(), olderThan);
    set(StoreCommandConf.GC_KEEP.key(), keep);
    String age = StoreCommandConf.GC_OLDER_THAN.get(conf());
    long grace = age.isEmpty() ? -1 : Age.parse(age);
    Store store = open();
    var collection =
        new GarbageCollection(
            conf(),
            store.generations(),
            dryRun,
            file -> {
              if (!json()) {
                out().println(TsvCell.escape(file.getPath().toString()) + "\t" + file.getLen());
              }
            });
    GarbageCollection.Result result =
        collection.collect(StoreCommandConf.GC_KEEP.getInt(conf()), grace);
    if (json()) {
      ObjectNode root = StoreResult.object();
      ArrayNode removed = root.putArray("generations");
      result.generations().forEach(removed::add);
      ArrayNode kept = root.putArray("kept");
      result.kept().forEach(kept::add);
      root.put("files", result.files()).put("bytes", result.bytes());
      if (dryRun) {
        root.setAll(StoreResult.of(WritePlan.local(store(), 0, result.bytes(), result.files())));
      }
      StoreResult.print(out(), root);
    }
    print(
        new Totals()
            .count("generations removed", result.generations().size())
            .count("generations kept", result.kept().size())
            .count("files removed", result.files())
            .bytes("bytes", result.bytes())
            .next("store", "log", store()));
    return ExitCode.OK;
  }
}
