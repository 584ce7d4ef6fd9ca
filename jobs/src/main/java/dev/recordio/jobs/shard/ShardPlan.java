// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.shard;

import dev.recordio.conf.RecordIOConf;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/**
 * The entries of a plan whose units are shards: a file of them for each output. A task reads only
 * its own ({@link ShardEntries}).
 */
public final class ShardPlan {
  /** Key of the folder that holds the entries while the job runs. */
  private static final String PLAN_DIR = "recordio.job.plan-dir";

  private ShardPlan() {}

  /**
   * Passes the entries to a job.
   *
   * @param folder the folder that holds them
   */
  public static void set(Configuration conf, Path folder) {
    conf.set(PLAN_DIR, folder.toString());
  }

  /** Returns the folder that holds the plan. */
  public static Path folder(Configuration conf) {
    return new Path(conf.get(PLAN_DIR));
  }

  /**
   * Returns the file with the entries, shard by shard.
   *
   * @param plan the folder that holds the plan
   * @param folder the shards' folder below the output; empty for the output itself
   */
  public static Path entries(Path plan, String folder) {
    return new Path(plan, folder.isEmpty() ? "entries" : "entries-" + folder);
  }

  /** Returns how many files a shard of records has: the records, and perhaps their indexes. */
  public static int recordFiles(Job job) {
    if (!ShardOutputFormat.getWriteIndex(job)) {
      return 1;
    }
    return RecordIOConf.OUTPUT_INDEX_BINARY.getBoolean(job.getConfiguration()) ? 3 : 2;
  }
}
