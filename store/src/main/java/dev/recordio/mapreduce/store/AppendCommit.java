// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.store;

import dev.recordio.store.Store;
import dev.recordio.store.commit.AppendChange;
import dev.recordio.store.commit.Change;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.Operation;
import dev.recordio.store.write.StoreWriting;
import java.util.List;

/** Adds the records of all tasks, one task's after the other's. */
final class AppendCommit implements StoreCommit {
  @Override
  public Change change(
      Store store, Manifest base, List<TaskReport> reports, StoreWriting files, String commit) {
    return new AppendChange(
        store.tables(),
        Operation.IMPORT,
        files,
        reports.stream().map(TaskReport::tables).toList(),
        commit);
  }
}
