// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange;

import dev.recordio.fs.RecordFileWriter;
import dev.recordio.jobs.shard.ShardInputFormat;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.jobs.shard.ShardSplit;
import dev.recordio.mapreduce.IndexKeys;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Writes one shard: copies the records of its plan, in order. */
class CopyMapper extends Mapper<NullWritable, Entry, NullWritable, BytesWritable> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    setup(context);
    Configuration conf = context.getConfiguration();
    var shard = (ShardSplit) context.getInputSplit();
    SourceTable sources = SourceTable.read(conf, ShardInputFormat.plan(conf));
    try (var source = new RecordSource(conf, sources)) {
      copy(context, shard, source);
    }
    cleanup(context);
  }

  /** Copies the records of a shard into a new file in the work path, and counts. */
  void copy(Context context, ShardSplit shard, RecordSource source)
      throws IOException, InterruptedException {
    IndexKeys indexKeys = ShardOutputFormat.getIndexKeys(context);
    var keys = new ShardKeys(indexKeys, shard.shard());
    RecordFileWriter writer =
        ShardOutputFormat.createShard(context, shard.folder(), shard.shard(), indexKeys);
    try (writer) {
      while (context.nextKeyValue()) {
        keys.append(writer, source.read(context.getCurrentValue()));
        context.progress();
      }
    }
    ShardOutputFormat.count(context, writer);
  }
}
