// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.conf.ConfKey;
import dev.recordio.jobs.cli.CommandTable;
import java.util.Collection;
import java.util.function.Supplier;

/** The commands of record stores. */
public final class StoreCommands {
  private StoreCommands() {}

  /** Returns the table: a new command adds its line here. */
  public static CommandTable table(Supplier<? extends Collection<ConfKey>> keys) {
    return new CommandTable(keys)
        .add("create", "make a store: its fields, types and codecs", "store.CreateCommand")
        .add("append", "add records from .npy, .npz and .rec files", "store.AppendCommand")
        .add(
            "import",
            "the same as a job; makes the store where there is none",
            "store.ImportCommand")
        .add("update", "change values of records", "store.UpdateCommand")
        .add("delete", "delete records", "store.DeleteCommand")
        .add("gather", "read records by id, into files that NumPy reads", "store.GatherCommand")
        .add(
            "export",
            "write all live records as shards of files that NumPy reads",
            "store.StoreExportCommand")
        .add(
            "rebalance",
            "rewrite records, so that chunks are full of live ones",
            "store.RebalanceCommand")
        .add("alter", "add and drop fields", "store.AlterCommand")
        .add("stat", "sum up a store: records, bytes, utilisation, fields", "store.StatCommand")
        .add("verify", "read every byte of a store, and find damage", "store.StoreVerifyCommand")
        .add("log", "list the generations", "store.LogCommand")
        .add("tag", "name a generation, so that it stays", "store.TagCommand")
        .add("gc", "remove old generations, and files that none needs", "store.GcCommand")
        .examples(
            "recordio store create data/faces --field image=bytes --field label=f4",
            "recordio store append data/faces image=faces.rec label=faces.rec#label",
            "recordio store gather data/faces --ids 5,2,2,9 batch");
  }
}
