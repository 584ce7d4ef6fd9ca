// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.store;

import dev.recordio.store.StoreRecord;
import dev.recordio.store.split.StoreSplitPlanner;
import dev.recordio.store.split.StoreSplitReader;
import dev.recordio.task.TaskCounters;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads the records of one split. */
final class StoreRecordReader extends RecordReader<LongWritable, StoreRecord> {
  private final LongWritable key = new LongWritable();
  private StoreSplitReader reader;

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
    var store = (StoreSplit) split;
    Configuration conf = context.getConfiguration();
    reader =
        new StoreSplitReader(
            conf,
            store.getPath(),
            StoreSplitPlanner.fields(conf),
            store.split(),
            TaskCounters.of(context));
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    boolean more = reader.next();
    if (more) {
      key.set(reader.record().id());
    }
    return more;
  }

  @Override
  public LongWritable getCurrentKey() {
    return key;
  }

  @Override
  public StoreRecord getCurrentValue() {
    return reader.record();
  }

  @Override
  public float getProgress() {
    return reader.progress();
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
  }
}
