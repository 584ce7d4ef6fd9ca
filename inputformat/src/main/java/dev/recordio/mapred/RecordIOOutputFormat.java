// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.task.IndexKeys;
import dev.recordio.task.LibraryKeys;
import dev.recordio.task.RecordShardWriter;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.Progressable;

/**
 * Writes each value as one record for {@code org.apache.hadoop.mapred}, as {@link
 * dev.recordio.mapreduce.RecordIOOutputFormat} does for the newer API and by the same keys: {@code
 * part-00000.rec} with its indexes, through the job's committer.
 *
 * <p>The payload is the value's bytes: all of a {@link org.apache.hadoop.io.BytesWritable} or
 * {@link org.apache.hadoop.io.Text}; of Hadoop Streaming's {@code TypedBytesWritable} the bytes or
 * the UTF-8 of the string that it holds, without type code and length. Where the value is null or a
 * {@link org.apache.hadoop.io.NullWritable}, the payload is the key.
 *
 * @param <K> the keys; {@link IndexKeys} specifies what they mean
 * @param <V> the values
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class RecordIOOutputFormat<K, V> extends FileOutputFormat<K, V> {
  @Override
  public void checkOutputSpecs(FileSystem ignored, JobConf job) throws IOException {
    LibraryKeys.checkAll(job);
    RecordShardWriter.refuseCompression(job);
    super.checkOutputSpecs(ignored, job);
  }

  @Override
  public RecordWriter<K, V> getRecordWriter(
      FileSystem ignored, JobConf job, String name, Progressable progress) throws IOException {
    Path records = getTaskOutputPath(job, name + RecordFiles.RECORDS);
    var file = new RecordShardWriter(job, records, partition(job));
    var payload = new Payload(job);
    return new RecordWriter<>() {
      @Override
      public void write(K key, V value) throws IOException {
        payload.set(key, value);
        file.write(payload.key(), payload.bytes(), payload.offset(), payload.length());
      }

      @Override
      public void close(Reporter reporter) throws IOException {
        file.close(new ReporterCounters(reporter));
      }
    };
  }

  private static int partition(JobConf job) {
    int partition = job.getInt(MRJobConfig.TASK_PARTITION, -1);
    IndexKeys keys = RecordIOConf.OUTPUT_INDEX_KEYS.getEnum(job, IndexKeys.class);
    if (partition < 0 && keys == IndexKeys.GLOBAL) {
      throw new InvalidSettingException(
          RecordIOConf.OUTPUT_INDEX_KEYS
              + " is global, but "
              + MRJobConfig.TASK_PARTITION
              + " does not have the task's number");
    }
    return partition;
  }
}
