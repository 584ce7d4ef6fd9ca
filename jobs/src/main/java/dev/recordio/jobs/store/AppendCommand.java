// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.store.input.FieldColumns;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.StoreAppend;
import dev.recordio.store.schema.StoreSchema;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** Adds records to a store: one process, one commit. */
@CommandLine.Command(
    footer = {
      "",
      "FILE is x.npy (a row a record), x.npz#MEMBER, x.rec (a payload a record) or x.rec#label"
          + " (the",
      "labels of image headers); or a folder, glob or list of such files. Rows whose first"
          + " dimension",
      "varies lie one after the other in x.npy, and x.offsets.npy beside it says where each"
          + " record's",
      "rows begin and end; x.present.npy says which records have a value. Fields that are left out",
      "have no values. Appends of several writers never conflict.",
      "Prints generation, first id and records, with tabs between.",
      "",
      "Examples:",
      "  recordio store append data/faces image=faces.rec label=faces.rec#label",
      "  recordio store append hdfs:///data/texts tokens=tokens.npy source=urls.rec",
      "  recordio store append data/seg image=today.rec mask=today.npz#mask id64=ids.npy"
    })
public final class AppendCommand extends StoreCommand.Change {
  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "FIELD=FILE",
      description = "The values of a field; all fields have the same number of records.")
  private List<String> files = new ArrayList<>();

  @Override
  void change(boolean dryRun) throws Exception {
    Store store = open();
    Snapshot before = store.snapshot();
    StoreSchema schema = before.schema();
    try (FieldColumns columns = FieldColumns.open(conf(), schema, FieldColumns.parse(files))) {
      long generation = before.generation() + 1;
      long firstId = before.length();
      if (!dryRun) {
        try (StoreAppend append = store.append()) {
          columns.read(schema, 0, columns.records(), append::set, append::add);
          generation = append.commit();
          firstId = append.firstId();
        }
      }
      printAdded(generation, firstId, columns.records(), columns.bytes(), schema.fields().size());
    }
  }
}
