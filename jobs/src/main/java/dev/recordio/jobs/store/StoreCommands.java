// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.conf.ConfKey;
import dev.recordio.jobs.cli.CommandTable;
import java.util.Collection;

/** The commands of record stores. */
public final class StoreCommands {
  private StoreCommands() {}

  /** Returns the table: a new command adds its line here. */
  public static CommandTable table(Collection<ConfKey> keys) {
    return new CommandTable(keys)
        .add("create", "make a store: its fields, types and codecs", CreateCommand::new)
        .add("append", "add records from .npy, .npz and .rec files", AppendCommand::new)
        .add("import", "the same as a job; makes the store where there is none", ImportCommand::new)
        .add("update", "change values of records", UpdateCommand::new)
        .add("delete", "delete records", DeleteCommand::new)
        .add("gather", "read records by id, into files that NumPy reads", GatherCommand::new)
        .add(
            "export",
            "write all live records as shards of files that NumPy reads",
            StoreExportCommand::new)
        .add(
            "rebalance",
            "rewrite records, so that chunks are full of live ones",
            RebalanceCommand::new)
        .add("alter", "add and drop fields", AlterCommand::new)
        .add("stat", "sum up a store: records, bytes, utilisation, fields", StatCommand::new)
        .add("verify", "read every byte of a store, and find damage", StoreVerifyCommand::new)
        .add("log", "list the generations", LogCommand::new)
        .add("tag", "name a generation, so that it stays", TagCommand::new)
        .add("gc", "remove old generations, and files that none needs", GcCommand::new)
        .examples(
            "recordio store create data/faces --field image=bytes --field label=f4",
            "recordio store append data/faces image=faces.rec label=faces.rec#label",
            "recordio store gather data/faces --ids 5,2,2,9 batch");
  }
}
