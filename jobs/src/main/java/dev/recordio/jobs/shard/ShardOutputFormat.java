// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.shard;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.jobs.run.output.NewOutput;
import dev.recordio.mapreduce.RecordIOOutputFormat;
import dev.recordio.task.IndexKeys;
import dev.recordio.task.JobTokens;
import dev.recordio.task.RecordIOCounter;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * Checks and commits the output as {@link RecordIOOutputFormat}. The tasks create the files
 * themselves, named by the numbers of their shards: Hadoop numbers tasks by the size of their
 * splits.
 */
public final class ShardOutputFormat extends RecordIOOutputFormat<NullWritable, BytesWritable> {

  /**
   * Makes {@code output} the output of a job that writes all of its shards or none.
   *
   * @throws FileAlreadyExistsException when the output exists; Hadoop checks again when the job is
   *     submitted, which may be much later
   */
  public static void install(Job job, Path output) throws IOException {
    refuseCompression(job);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(BytesWritable.class);
    job.setOutputFormatClass(ShardOutputFormat.class);
    setOutputPath(job, output);
    NewOutput.commitTogether(job.getConfiguration());
    NewOutput.keepNames(job.getConfiguration());
    JobTokens.obtain(job.getConfiguration(), job.getCredentials(), List.of(output));
    new ShardOutputFormat().checkOutputSpecs(job);
  }

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

  /**
   * Creates the {@code .rec} and, if configured, {@code .idx} file of a shard in the work path.
   *
   * @param folder the folder below the output; empty for the output itself
   */
  public static RecordFileWriter createShard(
      TaskInputOutputContext<?, ?, ?, ?> context, String folder, int shard, IndexKeys keys)
      throws IOException {
    return createShard(context, folder, shard, keys, (file, out) -> out);
  }

  /**
   * Does the same.
   *
   * @param passage what the bytes of each file pass through
   */
  public static RecordFileWriter createShard(
      TaskInputOutputContext<?, ?, ?, ?> context,
      String folder,
      int shard,
      IndexKeys keys,
      RecordFileWriter.Passage passage)
      throws IOException {
    return create(context, folder, name(shard), keys, passage);
  }

  /** Creates such files in the output itself, under another name than a shard's. */
  public static RecordFileWriter createNamed(
      TaskInputOutputContext<?, ?, ?, ?> context, String name, IndexKeys keys) throws IOException {
    return create(context, "", name, keys, (file, out) -> out);
  }

  private static RecordFileWriter create(
      TaskInputOutputContext<?, ?, ?, ?> context,
      String folder,
      String name,
      IndexKeys keys,
      RecordFileWriter.Passage passage)
      throws IOException {
    Path records = workFile(context, folder, name + RECORDS);
    Path index = getWriteIndex(context) ? workFile(context, folder, name + INDEX) : null;
    return RecordFileWriter.create(
        context.getConfiguration(), records, index, keys == IndexKeys.ORDINAL, passage);
  }

  /** Returns a file of a shard in the work path, in the folder {@code folder} below it. */
  public static Path workFile(
      TaskInputOutputContext<?, ?, ?, ?> context, String folder, int shard, String suffix)
      throws IOException {
    return workFile(context, folder, name(shard) + suffix);
  }

  private static String name(int shard) {
    return String.format("part-%05d", shard);
  }

  private static Path workFile(
      TaskInputOutputContext<?, ?, ?, ?> context, String folder, String name) throws IOException {
    Path work = ((PathOutputCommitter) context.getOutputCommitter()).getWorkPath();
    return new Path(folder.isEmpty() ? work : new Path(work, folder), name);
  }

  /** Returns how many files a shard of records has: the records, and perhaps their indexes. */
  public static int recordFiles(Job job) {
    if (!ShardOutputFormat.getWriteIndex(job)) {
      return 1;
    }
    return RecordIOConf.OUTPUT_INDEX_BINARY.getBoolean(job.getConfiguration()) ? 3 : 2;
  }

  /** Counts the content of a finished shard. */
  public static void count(TaskInputOutputContext<?, ?, ?, ?> context, RecordFileWriter shard) {
    count(context, shard.count(), shard.bytes());
    context
        .getCounter(RecordIOCounter.MULTI_PART_RECORDS_WRITTEN)
        .increment(shard.multiPartRecords());
  }

  /** Counts the records, or rows, of a finished shard and their bytes. */
  public static void count(TaskInputOutputContext<?, ?, ?, ?> context, long records, long bytes) {
    context.getCounter(RecordIOCounter.RECORDS_WRITTEN).increment(records);
    context.getCounter(RecordIOCounter.BYTES_WRITTEN).increment(bytes);
  }
}
