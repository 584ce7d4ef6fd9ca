// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.shard;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.jobs.run.WritePlan;
import dev.recordio.jobs.run.split.ScratchFile;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/**
 * The plan of a job whose tasks write shards: a table of the shards, which is passed to the job as
 * a whole, and the entries of each; a task reads only its own ({@link ShardEntries}).
 */
public final class ShardPlan {
  /** Key of the folder that holds the plan while the job runs. */
  private static final String PLAN_DIR = "recordio.job.plan-dir";

  /** Key of the file with the table of shards. */
  private static final String SHARDS = "recordio.job.shards-file";

  private ShardPlan() {}

  /**
   * Passes a plan to a job.
   *
   * @param folder the folder that holds the entries; the table of shards is written there
   * @param shards the shards of all outputs
   */
  public static void set(Configuration conf, Path folder, List<PlannedShard> shards)
      throws IOException {
    ScratchFile.write(
        conf, SHARDS, new Path(folder, "shards"), out -> PlannedShard.writeAll(out, shards));
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

  /** Reads the table of shards of a job's plan. */
  public static List<PlannedShard> shards(Configuration conf) throws IOException {
    return ScratchFile.read(conf, SHARDS, PlannedShard::readAll);
  }

  /** Returns how many records of a job's plan are in the shards before one. */
  public static long recordsBefore(Configuration conf, int shard) throws IOException {
    return shards(conf).stream()
        .filter(other -> other.shard() < shard)
        .mapToLong(PlannedShard::records)
        .sum();
  }

  /**
   * Returns the plan of a job.
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
