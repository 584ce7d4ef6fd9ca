// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Adds and drops fields: one commit. */
@CommandLine.Command(
    footer = {
      "",
      "No record has a value of a new field; store update gives them some. Both options may be given",
      "more than once. Older generations keep dropped fields.",
      "Prints the generation.",
      "",
      "Examples:",
      "  recordio store alter data/faces --add 'embedding=f4[512]'",
      "  recordio store alter data/faces --drop mask --add mask2=u1[256,256]:deflate"
    })
public final class AlterCommand extends StoreCommand.Change {
  @Override
  protected void declare(KeyOptions options) {
    options
        .repeated(
            "--add",
            "NAME=TYPE[:CODEC]",
            StoreCommandConf.ALTER_ADD,
            fields -> String.join(";", fields))
        .repeated("--drop", "NAME", StoreCommandConf.ALTER_DROP, names -> String.join(",", names));
  }

  @Override
  void change(boolean dryRun) throws Exception {
    List<StoreField> added = StoreCommandConf.fields(StoreCommandConf.ALTER_ADD.get(conf()));
    List<String> dropped = StoreCommandConf.split(StoreCommandConf.ALTER_DROP.get(conf()), ",");
    if (added.isEmpty() && dropped.isEmpty()) {
      throw new UsageException("nothing to alter: give --add NAME=TYPE or --drop NAME");
    }
    StoreCommandConf.requireCodecs(added);
    Store store = open();
    Snapshot before = store.snapshot();
    var fields = new ArrayList<StoreField>(before.schema().fields());
    for (String name : dropped) {
      fields.remove(before.schema().field(name));
    }
    fields.addAll(added);
    if (fields.isEmpty()) {
      throw new UsageException("a store has at least one field: not all can be dropped");
    }
    var schema = new StoreSchema(fields);
    long generation = dryRun ? before.generation() + 1 : store.alter(added, dropped);
    print(manifestOnly(), "generation", generation);
    printFields(schema.fields(), "store", "stat", store());
  }
}
