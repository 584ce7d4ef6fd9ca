// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.job.Plan;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.mapreduce.store.StoreCommitter;
import dev.recordio.mapreduce.store.StoreCommitter.StoreCommit;
import dev.recordio.mapreduce.store.StoreCommitter.TaskReport;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.commit.Change;
import dev.recordio.store.commit.RebalanceChange;
import dev.recordio.store.commit.RebalancePlan;
import dev.recordio.store.commit.RebalancePlan.RebalanceOptions;
import dev.recordio.store.commit.RebalancePlan.RebalanceTask;
import dev.recordio.store.commit.RebalanceWork;
import dev.recordio.store.commit.WrittenTables;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.write.StoreWriting;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/**
 * Rewrites, in the order of ids, the live records of chunks that are small, or have little that is
 * live, as the keys {@code recordio.store.rebalance.*} specify. Others may read and change the
 * store meanwhile.
 */
final class RebalanceJob implements Closeable {
  private static final String RENUMBER = "recordio.store.job.renumber";

  private final UnitJob<RebalanceTask, Void> job;
  private RebalancePlan plan;

  /**
   * Plans the work; nothing is written to the store yet.
   *
   * @throws java.io.FileNotFoundException when the folder is no store
   * @throws dev.recordio.conf.InvalidSettingException when it can't be written
   */
  RebalanceJob(Configuration conf, Path path) throws IOException, InterruptedException {
    job = UnitJob.prepare(conf, Task.class, own -> prepare(own, path));
  }

  private void prepare(UnitJob<RebalanceTask, Void> own, Path path) throws IOException {
    Configuration conf = own.conf();
    own.use(List.of(path));
    own.job().setOutputFormatClass(StoreOutputOfTasks.class);
    Store store = Store.open(conf, path);
    store.generations().requireWritable();
    Snapshot head = store.snapshot();
    plan = RebalancePlan.make(store.tables(), head.manifest(), options(conf));
    own.plan(plan.tasks(), RebalanceTask::bytes);
    conf.setBoolean(RENUMBER, plan.renumber());
    StoreCommitter.install(conf, head.path(), head.generation(), Rebalanced.class);
  }

  private static RebalanceOptions options(Configuration conf) {
    return new RebalanceOptions(
        StoreCommandConf.REBALANCE_BELOW.getDouble(conf),
        StoreCommandConf.REBALANCE_SORT.getBoolean(conf),
        StoreCommandConf.REBALANCE_RENUMBER.getBoolean(conf));
  }

  /** Returns what is to be done; when it is empty, the job need not be run. */
  RebalancePlan plan() {
    return plan;
  }

  /** Returns the generation that the job made. */
  Manifest made() throws IOException {
    return StoreCommitter.made(job.conf());
  }

  /** Returns the job, not yet submitted. */
  Job job() {
    return job.job();
  }

  @Override
  public void close() throws IOException {
    job.close();
  }

  /** Does one task of a rebalance. */
  static class Task extends UnitTask<RebalanceTask, Void> {
    Task() {
      super(new Serde<>(RebalanceTask::write, RebalanceTask::read));
    }

    @Override
    protected Void run(RebalanceTask part, TaskContext task) throws IOException {
      Store store = StoreCommitter.store(task.conf());
      var committer = (StoreCommitter) task.attempt().getOutputCommitter();
      var work = new RebalanceWork(store.tables(), StoreCommitter.base(task.conf(), store));
      WrittenTables written =
          work.run(part, committer.begin(task.attempt(), store), task::progress);
      committer.report(task.attempt(), new TaskReport(task.number(), new byte[0], written));
      return null;
    }
  }

  /** Makes what the tasks wrote a generation. */
  static final class Rebalanced extends Configured implements StoreCommit {
    @Override
    public Change change(
        Store store, Manifest base, List<TaskReport> reports, StoreWriting files, String commit)
        throws IOException {
      List<RebalanceTask> tasks = Plan.units(getConf());
      if (reports.size() != tasks.size()) {
        throw new IOException(reports.size() + " tasks of " + tasks.size() + " left a report");
      }
      return new RebalanceChange(
          store.tables(),
          files,
          new RebalancePlan(base, getConf().getBoolean(RENUMBER, false), tasks),
          reports.stream().map(TaskReport::tables).toList(),
          commit);
    }
  }
}
