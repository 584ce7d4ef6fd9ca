// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.job;

import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.mapreduce.store.StoreCommitter;
import dev.recordio.mapreduce.store.StoreCommitter.TaskReport;
import dev.recordio.store.Store;
import dev.recordio.store.commit.RebalancePlan.RebalanceTask;
import dev.recordio.store.commit.RebalanceWork;
import dev.recordio.store.commit.WrittenTables;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Does one task of a rebalance. */
class RebalanceUnitTask extends UnitTask<RebalanceTask, Void> {

  RebalanceUnitTask() {
    super(new Serde<>(RebalanceTask::write, RebalanceTask::read));
  }

  @Override
  protected Void run(RebalanceTask part, TaskContext task) throws IOException {
    Configuration conf = task.conf();
    Store store = StoreCommitter.store(conf);
    var committer = (StoreCommitter) task.attempt().getOutputCommitter();
    var work = new RebalanceWork(store.tables(), StoreCommitter.base(conf, store));
    WrittenTables written = work.run(part, committer.begin(task.attempt(), store), task::progress);
    committer.report(task.attempt(), new TaskReport(task.number(), new byte[0], written));
    return null;
  }
}
