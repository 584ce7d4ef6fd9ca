// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import dev.recordio.io.SparseRow;
import dev.recordio.mapred.LibSVMOutputFormat;
import dev.recordio.mapred.ReporterCounters;
import dev.recordio.task.RowFileWriter;
import java.io.IOException;
import java.util.Properties;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.io.HiveOutputFormat;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.Progressable;

/**
 * Writes LibSVM text for Hive, a file at each path that Hive requests. Files are not compressed:
 * the names that Hive gives them have no suffix that would identify the codec.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class LibSVMHiveOutputFormat extends LibSVMOutputFormat<LongWritable>
    implements HiveOutputFormat<LongWritable, SparseRow> {
  @Override
  public FileSinkOperator.RecordWriter getHiveRecordWriter(
      JobConf job,
      Path file,
      Class<? extends Writable> valueClass,
      boolean compressed,
      Properties table,
      Progressable progress)
      throws IOException {
    CountingWriter.refuseCompression(compressed);
    RowFileWriter rows = RowFileWriter.create(job, file, null);
    return new CountingWriter() {
      @Override
      long put(Writable value) throws IOException {
        var row = (SparseRow) value;
        rows.write(row);
        return (long) row.size() * (Long.BYTES + Float.BYTES) + Float.BYTES;
      }

      @Override
      public void close(boolean abort) throws IOException {
        rows.close(ReporterCounters.of(progress));
      }
    };
  }
}
