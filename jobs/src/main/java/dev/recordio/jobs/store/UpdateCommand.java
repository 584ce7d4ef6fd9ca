// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.store.input.FieldColumns;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.StoreUpdate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** Changes values of records: one process, one commit. */
@CommandLine.Command(
    footer = {
      "",
      "The first record of each FILE is the new value of the first id, and so on; FILE is as in",
      "store append. Records without a value in x.present.npy lose their value. No id may be",
      "given twice, or belong to a deleted record. If another writer has changed one of the",
      "records meanwhile, the command ends with 1 and changes nothing.",
      "Prints generation and records, with a tab between.",
      "",
      "Examples:",
      "  recordio store update data/faces --ids 17,4,99 label=relabelled.npy",
      "  recordio store update data/faces --ids @ids.npy label=relabelled.npy",
      "  recordio store update data/texts --slice -100: tokens=tokens.npy"
    })
public final class UpdateCommand extends StoreCommand.Change {
  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "FIELD=FILE",
      description = "The new values of a field, a record for each id.")
  private List<String> files = new ArrayList<>();

  @Override
  protected void declare(KeyOptions options) {
    ids(options);
  }

  @Override
  void change(boolean dryRun) throws Exception {
    Store store = open();
    Snapshot before = store.snapshot();
    Ids selected = Ids.read(conf(), before.length());
    long[] all = selected.distinct();
    selected.requireLive(before);
    try (FieldColumns columns =
        FieldColumns.open(conf(), before.schema(), FieldColumns.parse(files))) {
      if (columns.records() != all.length) {
        throw BadInputException.of(
            "the files have %s records, but there are %s ids: expected a record for each",
            columns.records(), all.length);
      }
      long generation = before.generation() + 1;
      if (!dryRun) {
        try (StoreUpdate update = store.update()) {
          var setting = new Setting(update, all);
          columns.read(before.schema(), 0, columns.records(), setting, () -> setting.next++);
          generation = update.commit();
        }
      }
      print(
          WritePlan.local(store(), 1, columns.bytes(), files.size()),
          "generation",
          generation,
          "records",
          all.length);
      print(
          new Totals()
              .count("records", all.length)
              .bytes("bytes read", columns.bytes())
              .seconds("seconds", nanos())
              .next("store", "log", store()));
    }
  }

  private static final class Setting implements FieldColumns.Sink {
    private final StoreUpdate update;
    private final long[] ids;
    private int next;

    Setting(StoreUpdate update, long[] ids) {
      this.update = update;
      this.ids = ids;
    }

    @Override
    public void value(int field, byte[] buffer, int offset, int length) throws IOException {
      update.set(ids[next], field, buffer, offset, length);
    }

    @Override
    public void absent(int field) {
      update.setAbsent(ids[next], field);
    }
  }
}
