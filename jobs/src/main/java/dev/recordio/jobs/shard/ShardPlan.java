// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.shard;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.jobs.job.Plan;
import dev.recordio.jobs.run.WritePlan;
import java.io.IOException;
import java.util.List;
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

  /** Returns the shards of a job that copies records: each of its units is a list of them. */
  public static List<PlannedShard> shards(Configuration conf) throws IOException {
    return Plan.<List<PlannedShard>>units(conf).stream().flatMap(List::stream).toList();
  }

  /** Returns how many records of such a job are in the shards before one. */
  public static long recordsBefore(Configuration conf, int shard) throws IOException {
    return shards(conf).stream()
        .filter(other -> other.shard() < shard)
        .mapToLong(PlannedShard::records)
        .sum();
  }

  /**
   * Returns what such a job would write.
   *
   * @param job complete, not yet submitted
   * @param output as the user wrote it
   * @param files of a shard
   */
  public static WritePlan of(Job job, String output, int files)
      throws IOException, InterruptedException, ClassNotFoundException {
    List<PlannedShard> shards = shards(job.getConfiguration());
    long bytes = shards.stream().mapToLong(PlannedShard::bytes).sum();
    return WritePlan.of(job, output, shards.size(), bytes, (long) shards.size() * files);
  }

  /** Returns how many files a shard of records has: the records, and perhaps their indexes. */
  public static int recordFiles(Job job) {
    if (!ShardOutputFormat.getWriteIndex(job)) {
      return 1;
    }
    return RecordIOConf.OUTPUT_INDEX_BINARY.getBoolean(job.getConfiguration()) ? 3 : 2;
  }
}
