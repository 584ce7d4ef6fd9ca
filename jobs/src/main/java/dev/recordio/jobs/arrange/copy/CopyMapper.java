// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.arrange.copy;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.jobs.arrange.census.ShardKeys;
import dev.recordio.jobs.arrange.census.SourceTable;
import dev.recordio.jobs.shard.ShardSplit;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Writes the shards of a task: copies the records of their plan, in the order of the input. */
public class CopyMapper extends Mapper<IntWritable, CopyEntry, NullWritable, BytesWritable> {
  /** A shard while it is written. */
  public interface Shard extends Closeable {
    /** Copies a record, or a row. */
    void copy(CopyEntry entry, RecordSource source) throws IOException;

    /** Completes the shard after its last record; not called after an error. */
    default void finish() throws IOException {}

    /** Counts what the shard holds, when it is closed. */
    void count() throws IOException;
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    setup(context);
    Configuration conf = context.getConfiguration();
    SourceTable sources = SourceTable.read(conf);
    var shards = new ArrayList<Shard>();
    try (var source = new RecordSource(conf, sources);
        Closeable all = () -> CopyInputFormat.closeAll(shards)) {
      for (ShardSplit shard : ((CopySplit) context.getInputSplit()).shards()) {
        shards.add(create(context, shard));
      }
      copy(context, shards, source);
      for (Shard shard : shards) {
        shard.finish();
      }
    }
    for (Shard shard : shards) {
      shard.count();
    }
    cleanup(context);
  }

  private static void copy(Context context, List<Shard> shards, RecordSource source)
      throws IOException, InterruptedException {
    while (context.nextKeyValue()) {
      shards.get(context.getCurrentKey().get()).copy(context.getCurrentValue(), source);
      context.progress();
    }
  }

  /** Creates the files of a shard in the work path. */
  protected Shard create(Context context, ShardSplit shard) throws IOException {
    var keys = new ShardKeys(context, shard.shard());
    RecordFileWriter writer = keys.createShard(context, shard.folder());
    return new RecordShard(context, writer) {
      @Override
      public void copy(CopyEntry entry, RecordSource source) throws IOException {
        keys.append(writer, source.read(entry), entry.key);
      }
    };
  }
}
