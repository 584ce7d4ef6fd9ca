// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange.append;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.jobs.arrange.census.SourceKeys;
import dev.recordio.jobs.arrange.copy.CopyEntry;
import dev.recordio.jobs.arrange.copy.CopyMapper;
import dev.recordio.jobs.arrange.copy.RecordShard;
import dev.recordio.jobs.arrange.copy.RecordSource;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.jobs.shard.ShardSplit;
import dev.recordio.task.IndexKeys;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Writes the new part, under the keys that were checked, or under new ones. */
class AppendMapper extends CopyMapper {
  private static final String FIRST = "recordio.append.first-key";

  /** Passes the key of the first record, if keys are not kept. */
  static void setFirstKey(Configuration conf, long key) {
    conf.setLong(FIRST, key);
  }

  @Override
  protected Shard create(Context context, ShardSplit shard) throws IOException {
    Configuration conf = context.getConfiguration();
    boolean kept = SourceKeys.areKept(conf);
    long first = conf.getLong(FIRST, 0);
    RecordFileWriter writer =
        ShardOutputFormat.createShard(context, "", shard.shard(), IndexKeys.KEY);
    return new RecordShard(context, writer) {
      @Override
      public void copy(CopyEntry entry, RecordSource source) throws IOException {
        writer.append(kept ? entry.key : first + writer.count(), source.read(entry));
      }
    };
  }
}
