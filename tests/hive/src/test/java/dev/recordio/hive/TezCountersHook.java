// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import java.util.List;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.tez.TezTask;
import org.apache.hadoop.hive.ql.hooks.ExecuteWithHookContext;
import org.apache.hadoop.hive.ql.hooks.HookContext;
import org.apache.tez.common.counters.TezCounters;

/** Keeps the counters of the job of Tez that ran last: Hive keeps only those of MapReduce. */
public final class TezCountersHook implements ExecuteWithHookContext {
  private static TezCounters last;

  /** Returns them. */
  static TezCounters last() {
    return last;
  }

  @Override
  public void run(HookContext hook) {
    List<TezTask> jobs = Utilities.getTezTasks(hook.getQueryPlan().getRootTasks());
    if (!jobs.isEmpty()) {
      last = jobs.get(jobs.size() - 1).getTezCounters();
    }
  }
}
