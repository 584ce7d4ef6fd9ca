// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.store.Store;
import dev.recordio.store.commit.GarbageCollection;
import java.util.LinkedHashMap;
import picocli.CommandLine;

/** Removes old generations of a store, and files that no other one needs. */
@CommandLine.Command(
    footer = {
      "",
      "gc keeps the newest generations, generations that were the newest within the grace, tagged",
      "generations, and all of their files. Files of killed writers are removed once they are",
      "older than the grace. Readers of a removed generation end with an error that says so.",
      "Prints a line for each file: path and bytes, with a tab between.",
      "",
      "Examples:",
      "  recordio store gc data/faces --dry-run",
      "  recordio store gc data/faces --older-than 12h --keep 10"
    })
public final class GcCommand extends StoreCommand.Change {
  @Override
  protected void declare(KeyOptions options) {
    options
        .add("--older-than", "AGE", StoreCommandConf.GC_OLDER_THAN)
        .add("--keep", "N", StoreCommandConf.GC_KEEP);
  }

  @Override
  void change(boolean dryRun) throws Exception {
    String age = StoreCommandConf.GC_OLDER_THAN.get(conf());
    long grace = age.isEmpty() ? -1 : StoreCommandConf.millis(age);
    Store store = open();
    var collection =
        new GarbageCollection(
            conf(),
            store.generations(),
            dryRun,
            file -> {
              if (!asJson()) {
                results().text(file.getPath().toString()).number(file.getLen()).end();
              }
            });
    GarbageCollection.Result result =
        collection.collect(StoreCommandConf.GC_KEEP.getInt(conf()), grace);
    if (asJson()) {
      var root = new LinkedHashMap<String, Object>();
      root.put("generations", result.generations());
      root.put("kept", result.kept());
      root.put("files", result.files());
      root.put("bytes", result.bytes());
      printJson(WritePlan.local(store(), 0, result.bytes(), result.files()).exact(), root);
    }
    print(
        new Totals()
            .count("generations removed", result.generations().size())
            .count("generations kept", result.kept().size())
            .count("files removed", result.files())
            .bytes("bytes", result.bytes())
            .next("store", "log", store()));
  }
}
