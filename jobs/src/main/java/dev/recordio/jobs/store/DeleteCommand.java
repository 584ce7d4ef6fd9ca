// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.StoreDelete;
import picocli.CommandLine;

/** Deletes records: one commit. */
@CommandLine.Command(
    footer = {
      "",
      "Ids of deleted records are not used again. With --swap they are: the last record takes the",
      "id of each deleted one, the largest id first, and the store has fewer records. Older",
      "generations keep deleted records until gc removes them.",
      "Prints generation, deleted records and the number of records afterwards, with tabs",
      "between.",
      "",
      "Examples:",
      "  recordio store delete data/faces --ids 17,4,99",
      "  recordio store delete data/faces --ids @withdrawn.txt --swap"
    })
public final class DeleteCommand extends StoreCommand.Change {
  @Override
  protected void declare(KeyOptions options) {
    ids(options).flag("--swap", StoreCommandConf.SWAP);
  }

  @Override
  void change(boolean dryRun) throws Exception {
    boolean swapping = StoreCommandConf.SWAP.getBoolean(conf());
    Store store = open();
    Snapshot before = store.snapshot();
    Ids selected = Ids.read(conf(), before.length());
    long[] all = selected.distinct();
    selected.requireLive(before);
    long generation = before.generation() + 1;
    long length = before.length() - (swapping ? all.length : 0);
    if (!dryRun) {
      StoreDelete delete = swapping ? store.deleteBySwap() : store.delete();
      for (long id : all) {
        delete.add(id);
      }
      generation = delete.commit();
      length = store.snapshot(generation).length();
    }
    print(manifestOnly(), "generation", generation, "records", all.length, "length", length);
    print(
        new Totals()
            .count("deleted now", all.length)
            .count("records", length)
            .next("store", "stat", store()));
  }
}
