// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.mapred.RecordIOOutputFormat;
import dev.recordio.mapred.ReporterCounters;
import dev.recordio.task.IndexKeys;
import dev.recordio.task.RecordShardWriter;
import java.io.IOException;
import java.util.Locale;
import java.util.Properties;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.io.HiveOutputFormat;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.Progressable;

/**
 * Writes RecordIO files for Hive, one at each path that Hive requests. No index is written with it,
 * since Hive moves only the data file into the table: {@link IndexInserted} or the {@code index}
 * command writes the index afterwards.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class RecordIOHiveOutputFormat extends RecordIOOutputFormat<LongWritable, BytesWritable>
    implements HiveOutputFormat<LongWritable, BytesWritable> {
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
    JobConf settings = new JobConf(job);
    RecordIOConf.OUTPUT_INDEX.set(settings, false);
    RecordIOConf.OUTPUT_INDEX_KEYS.set(settings, IndexKeys.ORDINAL.name().toLowerCase(Locale.ROOT));
    var records = new RecordShardWriter(settings, file, 0);
    return new CountingWriter() {
      @Override
      long put(Writable value) throws IOException {
        var record = (BytesWritable) value;
        records.write(null, record.getBytes(), 0, record.getLength());
        return record.getLength();
      }

      @Override
      public void close(boolean abort) throws IOException {
        records.close(ReporterCounters.of(progress));
      }
    };
  }
}
