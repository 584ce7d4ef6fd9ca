// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.RecordFileWriter;
import dev.recordio.mapreduce.RecordIOOutputFormat;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * Checks and commits the output as {@link RecordIOOutputFormat}. The files themselves are made by
 * the mappers, by the numbers of their shards: Hadoop numbers tasks by the size of their splits.
 */
final class PackOutputFormat extends RecordIOOutputFormat<NullWritable, BytesWritable> {

  @Override
  public RecordWriter<NullWritable, BytesWritable> getRecordWriter(TaskAttemptContext context)
      throws IOException {
    refuseCompression(context);
    return new RecordWriter<>() {
      @Override
      public void write(NullWritable key, BytesWritable value) {
        throw new IllegalStateException("records go to the shard's own file");
      }

      @Override
      public void close(TaskAttemptContext closing) {}
    };
  }

  /** Creates the {@code .rec} and, if wanted, {@code .idx} file of a shard in the work path. */
  static RecordFileWriter createShard(TaskInputOutputContext<?, ?, ?, ?> context, int shard)
      throws IOException {
    Path records = workFile(context, "", shard, RECORDS);
    Path index = getWriteIndex(context) ? workFile(context, "", shard, INDEX) : null;
    return RecordFileWriter.create(context.getConfiguration(), records, index);
  }

  /** Returns a file of a shard in the work path, in the folder {@code folder} below it. */
  static Path workFile(
      TaskInputOutputContext<?, ?, ?, ?> context, String folder, int shard, String suffix)
      throws IOException {
    Path work = ((PathOutputCommitter) context.getOutputCommitter()).getWorkPath();
    String name = String.format("part-%05d%s", shard, suffix);
    return new Path(folder.isEmpty() ? work : new Path(work, folder), name);
  }
}
