// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.job;

import dev.recordio.mapreduce.store.StoreCommitter;
import dev.recordio.mapreduce.store.StoreCommitter.TaskReport;
import dev.recordio.store.Store;
import dev.recordio.store.commit.RebalancePlan.RebalanceTask;
import dev.recordio.store.commit.RebalanceWork;
import dev.recordio.store.commit.WrittenTables;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Does one task of a rebalance. */
class RebalanceMapper extends Mapper<NullWritable, NullWritable, NullWritable, NullWritable> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    int part = ((PartSplit) context.getInputSplit()).number();
    RebalanceTask task = RebalanceJob.tasks(conf).get(part);
    Store store = StoreCommitter.store(conf);
    var committer = (StoreCommitter) context.getOutputCommitter();
    var work = new RebalanceWork(store.tables(), StoreCommitter.base(conf, store));
    WrittenTables written = work.run(task, committer.begin(context, store), context::progress);
    committer.report(context, new TaskReport(part, new byte[0], written));
  }
}
