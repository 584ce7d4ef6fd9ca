// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange.shuffle;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.jobs.arrange.census.ShardKeys;
import dev.recordio.jobs.arrange.census.SourceKeys;
import dev.recordio.jobs.shard.CountShardCutter;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.wire.FramedRecord;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Reducer;

/** Writes one shard: copies the records, which arrive sorted by position. */
class ShuffleReducer extends Reducer<LongWritable, BytesWritable, NullWritable, BytesWritable> {
  private final FramedRecord record = new FramedRecord();

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    setup(context);
    int shard = context.getTaskAttemptID().getTaskID().getId();
    CountShardCutter shards = ShuffleJob.shards(context.getConfiguration());
    var keys = new ShardKeys(context, shard);
    boolean keyed = SourceKeys.areKept(context.getConfiguration());
    RecordFileWriter writer = keys.createShard(context, "");
    long position = shards.first(shard);
    try (writer) {
      while (context.nextKey()) {
        for (BytesWritable framed : context.getValues()) {
          if (context.getCurrentKey().get() != position++) {
            throw new IllegalStateException(
                "record "
                    + context.getCurrentKey()
                    + " of the new order came as record "
                    + (position - 1));
          }
          int length = framed.getLength() - (keyed ? Long.BYTES : 0);
          record.read(framed.getBytes(), 0, length);
          keys.append(writer, record, keyed ? ShuffleMapper.key(framed.getBytes(), length) : 0);
        }
        context.progress();
      }
    }
    if (position != shards.first(shard + 1)) {
      throw new IllegalStateException(
          "shard " + shard + " ends before record " + position + " of the new order");
    }
    ShardOutputFormat.count(context, writer);
    cleanup(context);
  }
}
