// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.store.commit.RebalanceChange;
import dev.recordio.store.commit.RebalancePlan;
import dev.recordio.store.commit.RebalancePlan.RebalanceOptions;
import dev.recordio.store.commit.RebalancePlan.RebalanceTask;
import dev.recordio.store.commit.RebalanceWork;
import dev.recordio.store.commit.WrittenTables;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.StorePaths;
import dev.recordio.store.write.StoreWriting;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A rebalance whose tasks are done, each as a task of a job is: by what was written of it. */
final class WrittenRebalance {
  private final RebalancePlan plan;
  private final StoreWriting files;
  private final List<WrittenTables> results = new ArrayList<>();

  WrittenRebalance(Store store, RebalanceOptions options) throws IOException {
    Snapshot base = store.snapshot();
    plan = RebalancePlan.make(base.tables(), base.manifest(), options);
    files = new StoreWriting(store.conf(), store.generations().paths());
    for (RebalanceTask task : plan.tasks()) {
      Store other = Store.open(store.conf(), store.path());
      Manifest manifest = other.snapshot(base.generation()).manifest();
      var own = new StoreWriting(store.conf(), store.generations().paths());
      var work = new RebalanceWork(other.tables(), manifest);
      WrittenTables result = copy(work.run(copy(task), own, () -> {}));
      files.add(result.files());
      results.add(result);
    }
  }

  RebalancePlan plan() {
    return plan;
  }

  /** Commits what was written; if it can't be, nothing of it stays. */
  Snapshot commit(Store store) throws IOException {
    var change = new RebalanceChange(store.tables(), files, plan, results, StorePaths.newId());
    try {
      return new Snapshot(store.tables(), store.commit(plan.base(), change));
    } catch (IOException e) {
      files.discard();
      throw e;
    }
  }

  private static RebalanceTask copy(RebalanceTask task) throws IOException {
    var bytes = new ByteArrayOutputStream();
    task.write(new DataOutputStream(bytes));
    return RebalanceTask.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
  }

  private static WrittenTables copy(WrittenTables tables) throws IOException {
    var bytes = new ByteArrayOutputStream();
    tables.write(new DataOutputStream(bytes));
    return WrittenTables.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
  }
}
