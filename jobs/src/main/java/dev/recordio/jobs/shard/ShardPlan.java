// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.shard;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.jobs.run.WritePlan;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.mapreduce.Job;

/** What a job writes whose map tasks write planned shards, see {@link ShardInputFormat}. */
public final class ShardPlan {
  private ShardPlan() {}

  /**
   * Returns the plan of a job.
   *
   * @param job complete, not yet submitted
   * @param output as the user wrote it
   * @param files of a shard
   */
  public static WritePlan of(Job job, String output, int files)
      throws IOException, InterruptedException, ClassNotFoundException {
    List<ShardSplit> shards = ShardInputFormat.readShards(job.getConfiguration());
    long bytes = shards.stream().mapToLong(ShardSplit::getLength).sum();
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
