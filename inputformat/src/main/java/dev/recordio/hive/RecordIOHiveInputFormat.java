// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import dev.recordio.mapred.RecordIOInputFormat;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.io.CombineHiveInputFormat.AvoidSplitCombination;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/**
 * Reads RecordIO files for Hive: as {@link RecordIOInputFormat}, with values that know where their
 * records stand. Hive's own combining of small files is declined: it would list the table's folder
 * by itself, and take indexes for data.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class RecordIOHiveInputFormat extends RecordIOInputFormat implements AvoidSplitCombination {
  @Override
  public boolean shouldSkipCombine(Path path, Configuration conf) {
    return true;
  }

  @Override
  public RecordReader<LongWritable, BytesWritable> getRecordReader(
      InputSplit split, JobConf job, Reporter reporter) throws IOException {
    RecordReader<LongWritable, BytesWritable> records = super.getRecordReader(split, job, reporter);
    return new RecordReader<>() {
      @Override
      public boolean next(LongWritable key, BytesWritable value) throws IOException {
        boolean found = records.next(key, value);
        if (found && value instanceof KeyedRecord record) {
          record.setKey(key.get());
        }
        return found;
      }

      @Override
      public LongWritable createKey() {
        return records.createKey();
      }

      @Override
      public BytesWritable createValue() {
        return new KeyedRecord();
      }

      @Override
      public long getPos() throws IOException {
        return records.getPos();
      }

      @Override
      public float getProgress() throws IOException {
        return records.getProgress();
      }

      @Override
      public void close() throws IOException {
        records.close();
      }
    };
  }
}
