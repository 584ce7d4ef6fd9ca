// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.task.IndexKeys;
import dev.recordio.task.LibraryKeys;
import dev.recordio.task.RecordShardWriter;
import dev.recordio.task.TaskCounters;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BinaryComparable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Writes each value as one record of a {@code .rec} file and, by default, an {@code .idx} and a
 * {@code .ridx} file beside it; all through the job's committer.
 *
 * <p>Values are {@link org.apache.hadoop.io.BytesWritable} or {@link org.apache.hadoop.io.Text}; a
 * value's {@code getLength()} bytes are the payload, up to 2^29 - 1. {@link IndexKeys} specifies
 * what keys mean.
 *
 * @param <K> the keys
 * @param <V> the values
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class RecordIOOutputFormat<K, V extends BinaryComparable> extends FileOutputFormat<K, V> {
  /** The suffix of files of records. */
  public static final String RECORDS = RecordFiles.RECORDS;

  /** The suffix of index files. */
  public static final String INDEX = RecordFiles.INDEX;

  /** Sets whether an {@code .idx} file is written beside each {@code .rec} file. */
  public static void setWriteIndex(Job job, boolean index) {
    RecordIOConf.OUTPUT_INDEX.set(job.getConfiguration(), index);
  }

  /** Returns whether an {@code .idx} file is written beside each {@code .rec} file. */
  public static boolean getWriteIndex(JobContext job) {
    return RecordIOConf.OUTPUT_INDEX.getBoolean(job.getConfiguration());
  }

  /** Sets which keys the {@code .idx} files have. */
  public static void setIndexKeys(Job job, IndexKeys keys) {
    RecordIOConf.OUTPUT_INDEX_KEYS.set(
        job.getConfiguration(), keys.name().toLowerCase(Locale.ROOT));
  }

  /** Returns which keys the {@code .idx} files have. */
  public static IndexKeys getIndexKeys(JobContext job) {
    return RecordIOConf.OUTPUT_INDEX_KEYS.getEnum(job.getConfiguration(), IndexKeys.class);
  }

  @Override
  public void checkOutputSpecs(JobContext job) throws IOException {
    LibraryKeys.checkAll(job.getConfiguration());
    refuseCompression(job);
    super.checkOutputSpecs(job);
  }

  /**
   * Refuses a job that compresses its output: a compressed .rec file can't be split or sought in.
   */
  protected static void refuseCompression(JobContext job) throws IOException {
    RecordShardWriter.refuseCompression(job.getConfiguration());
  }

  @Override
  public RecordWriter<K, V> getRecordWriter(TaskAttemptContext context) throws IOException {
    Path records = getDefaultWorkFile(context, RECORDS);
    int partition = context.getTaskAttemptID().getTaskID().getId();
    var file = new RecordShardWriter(context.getConfiguration(), records, partition);
    return new RecordWriter<>() {
      @Override
      public void write(K key, V value) throws IOException {
        file.write(key, value.getBytes(), 0, value.getLength());
      }

      @Override
      public void close(TaskAttemptContext closing) throws IOException {
        file.close(TaskCounters.of(context));
      }
    };
  }
}
