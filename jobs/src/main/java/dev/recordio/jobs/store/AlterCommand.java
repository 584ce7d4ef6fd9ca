// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.util.ArrayList;
import java.util.Arrays;
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
public final class AlterCommand extends StoreWriteCommand {
  @Override
  protected void declare(KeyOptions options) {
    options
        .repeated("--add", "NAME=TYPE[:CODEC]", StoreCommandConf.ALTER_ADD, FieldTexts::join)
        .repeated("--drop", "NAME", StoreCommandConf.ALTER_DROP, names -> String.join(",", names));
  }

  @Override
  protected ExitCode run(boolean dryRun) throws Exception {
    List<StoreField> added = FieldTexts.parse(StoreCommandConf.ALTER_ADD.get(conf()));
    List<String> dropped =
        Arrays.stream(StoreCommandConf.ALTER_DROP.get(conf()).split(","))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .toList();
    if (added.isEmpty() && dropped.isEmpty()) {
      throw new UsageException("nothing to alter: give --add NAME=TYPE or --drop NAME");
    }
    FieldTexts.requireCodecs(added);
    Store store = open();
    Snapshot before = store.snapshot();
    StoreSchema schema = altered(before.schema(), added, dropped);
    long generation = dryRun ? before.generation() + 1 : store.alter(added, dropped);
    print(WritePlan.local(store(), 0, 0, 1).exact(), "generation", generation);
    var totals = new Totals();
    schema.fields().forEach(field -> totals.add(field.name(), FieldTexts.typeOf(field)));
    print(totals.next("store", "stat", store()));
    return ExitCode.OK;
  }

  /** Returns the fields afterwards. */
  private static StoreSchema altered(
      StoreSchema schema, List<StoreField> added, List<String> dropped) {
    var fields = new ArrayList<StoreField>(schema.fields());
    for (String name : dropped) {
      fields.remove(schema.field(name));
    }
    fields.addAll(added);
    if (fields.isEmpty()) {
      throw new UsageException("a store has at least one field: not all can be dropped");
    }
    return new StoreSchema(fields);
  }
}
