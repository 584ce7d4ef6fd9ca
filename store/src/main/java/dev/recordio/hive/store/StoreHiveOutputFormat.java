// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive.store;

import java.util.Properties;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.io.HiveOutputFormat;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.util.Progressable;

/**
 * Refuses to write: Hive only reads record stores, but requires an output format for each table.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class StoreHiveOutputFormat implements HiveOutputFormat<NullWritable, Writable> {
  private static UnsupportedOperationException refused() {
    return new UnsupportedOperationException(
        "Hive only reads record stores: add records with the command 'store append' or 'store"
            + " import'");
  }

  @Override
  public FileSinkOperator.RecordWriter getHiveRecordWriter(
      JobConf job,
      Path path,
      Class<? extends Writable> type,
      boolean compressed,
      Properties table,
      Progressable progress) {
    throw refused();
  }

  @Override
  public RecordWriter<NullWritable, Writable> getRecordWriter(
      FileSystem ignored, JobConf job, String name, Progressable progress) {
    throw refused();
  }

  @Override
  public void checkOutputSpecs(FileSystem ignored, JobConf job) {
    throw refused();
  }
}
