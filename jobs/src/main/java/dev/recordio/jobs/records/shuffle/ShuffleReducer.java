// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.shuffle;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.copy.RowShard;
import dev.recordio.jobs.records.copy.ShardKeys;
import dev.recordio.jobs.records.copy.SourceKeys;
import dev.recordio.jobs.run.local.LocalSettings;
import dev.recordio.jobs.shard.CountShardCutter;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.wire.FramedRecord;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Reducer;

/** Writes one shard, bucket by bucket: a bucket's records get their order here. */
class ShuffleReducer extends Reducer<LongWritable, BytesWritable, IntWritable, BytesWritable> {
  private static final int HEAP_SHARE = 8;

  private final FramedRecord record = new FramedRecord();

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    setup(context);
    Configuration conf = context.getConfiguration();
    int shard = context.getTaskAttemptID().getTaskID().getId();
    if (ShuffleJob.isOfRows(conf)) {
      RowShard rows = RowShard.create(context, "", shard);
      try (rows) {
        write(context, shard, (lines, from, length, key) -> rows.write(lines, from, length));
      }
      rows.report(context);
    } else {
      var keys = new ShardKeys(context, shard);
      RecordFileWriter writer = keys.createShard(context, "");
      try (writer) {
        write(
            context,
            shard,
            (framed, from, length, key) -> {
              record.read(framed, from, length);
              keys.append(writer, record, key);
            });
      }
      ShardOutputFormat.count(context, writer);
    }
    cleanup(context);
  }

  private static void write(Context context, int shard, BucketRecords.Output output)
      throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    CountShardCutter shards = ShuffleJob.shards(conf);
    long memory =
        LocalSettings.taskMemory(conf, ArrangeConf.SHUFFLE_MEMORY.getBytes(conf), HEAP_SHARE);
    try (var records = new BucketRecords(conf, SourceKeys.areKept(conf), memory, output)) {
      write(context, shards.first(shard), shards.first(shard + 1), records);
    }
  }

  private static void write(Context context, long first, long end, BucketRecords records)
      throws IOException, InterruptedException {
    Buckets buckets = ShuffleJob.buckets(context.getConfiguration());
    long position = first;
    while (context.nextKey()) {
      if (context.getCurrentKey().get() != position) {
        throw new IllegalStateException(
            "the bucket of record "
                + context.getCurrentKey()
                + " of the new order came as the bucket of record "
                + position);
      }
      long next = buckets.end(position);
      records.begin(position, next);
      for (BytesWritable block : context.getValues()) {
        records.add(block.getBytes(), block.getLength());
      }
      records.finish();
      position = next;
      context.progress();
    }
    if (position != end) {
      throw new IllegalStateException(
          "a shard ends before record " + position + " of the new order");
    }
  }
}
