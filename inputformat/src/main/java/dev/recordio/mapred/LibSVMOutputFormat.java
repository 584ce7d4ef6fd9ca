// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import dev.recordio.io.SparseRow;
import dev.recordio.task.RowFileWriter;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.util.Progressable;

/**
 * Writes rows as LibSVM text for {@code org.apache.hadoop.mapred}, as {@link
 * dev.recordio.mapreduce.LibSVMOutputFormat} does for the newer API and by the same keys: {@code
 * part-00000.libsvm}, through the job's committer.
 *
 * @param <K> the keys, which are not written
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class LibSVMOutputFormat<K> extends FileOutputFormat<K, SparseRow> {
  @Override
  public void checkOutputSpecs(FileSystem ignored, JobConf job) throws IOException {
    RowFileWriter.checkSettings(job);
    super.checkOutputSpecs(ignored, job);
  }

  @Override
  public RecordWriter<K, SparseRow> getRecordWriter(
      FileSystem ignored, JobConf job, String name, Progressable progress) throws IOException {
    CompressionCodec codec = RowFileWriter.codec(job);
    Path path = getTaskOutputPath(job, name + RowFileWriter.suffix(codec));
    RowFileWriter file = RowFileWriter.create(job, path, codec);
    return new RecordWriter<>() {
      @Override
      public void write(K key, SparseRow row) throws IOException {
        file.write(row);
      }

      @Override
      public void close(Reporter reporter) throws IOException {
        file.close(new ReporterCounters(reporter));
      }
    };
  }
}
