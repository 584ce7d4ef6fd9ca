// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.io.SparseRow;
import dev.recordio.sparse.layout.LibSvmEncoder;
import dev.recordio.task.RowFileWriter;
import dev.recordio.task.TaskCounters;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Writes each value as a line of LibSVM text, as {@link LibSvmEncoder} does: columns ascend,
 * numbers are the shortest that read back the same. Keys are not written. {@code
 * libsvm.output.index.base} is the number of the first column; FileOutputFormat's own keys choose a
 * codec.
 *
 * <p>The first row of a file decides whether its rows have weights and query ids: a row that
 * differs is an error, as readers accept no mixture.
 *
 * @param <K> the keys
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class LibSVMOutputFormat<K> extends FileOutputFormat<K, SparseRow> {
  @Override
  public void checkOutputSpecs(JobContext job) throws IOException {
    RowFileWriter.checkSettings(job.getConfiguration());
    super.checkOutputSpecs(job);
  }

  @Override
  public RecordWriter<K, SparseRow> getRecordWriter(TaskAttemptContext context) throws IOException {
    CompressionCodec codec = RowFileWriter.codec(context.getConfiguration());
    Path path = getDefaultWorkFile(context, RowFileWriter.suffix(codec));
    RowFileWriter file = RowFileWriter.create(context.getConfiguration(), path, codec);
    return new RecordWriter<>() {
      @Override
      public void write(K key, SparseRow row) throws IOException {
        file.write(row);
      }

      @Override
      public void close(TaskAttemptContext closing) throws IOException {
        file.close(TaskCounters.of(context));
      }
    };
  }
}
