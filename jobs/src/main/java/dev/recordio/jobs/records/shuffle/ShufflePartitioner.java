// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.shuffle;

import dev.recordio.jobs.shard.CountShardCutter;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Partitioner;

/** Gives each shard its range of positions. */
final class ShufflePartitioner extends Partitioner<LongWritable, BytesWritable>
    implements Configurable {
  private Configuration conf;
  private CountShardCutter shards;

  @Override
  public void setConf(Configuration conf) {
    this.conf = conf;
    shards = ShuffleJob.shards(conf);
  }

  @Override
  public Configuration getConf() {
    return conf;
  }

  @Override
  public int getPartition(LongWritable position, BytesWritable record, int partitions) {
    return shards.shardOf(position.get());
  }
}
