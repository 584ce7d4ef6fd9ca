// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.jobs.shard.ShardOutputFormat;
import java.io.IOException;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/** A shard of RecordIO records. */
public abstract class RecordShard implements CopyTask.Shard {
  private final TaskInputOutputContext<?, ?, ?, ?> context;
  private final RecordFileWriter writer;

  /**
   * Makes a shard.
   *
   * @param context whose counters get what the shard has
   * @param writer of the shard, which is closed with it
   */
  protected RecordShard(TaskInputOutputContext<?, ?, ?, ?> context, RecordFileWriter writer) {
    this.context = context;
    this.writer = writer;
  }

  /** Returns what writes the records. */
  protected final RecordFileWriter writer() {
    return writer;
  }

  @Override
  public final void count() {
    ShardOutputFormat.count(context, writer);
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
