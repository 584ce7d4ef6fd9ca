// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.task.TaskRecords;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads the records of one split, payloads or whole framed records; reuses key and value. */
final class RecordIORecordReader extends ReusingRecordReader<BytesWritable> {
  private final boolean framed;

  private TaskRecords records;

  /** Creates a reader of payloads, or of records with their headers and padding. */
  RecordIORecordReader(boolean framed) {
    super(new BytesWritable());
    this.framed = framed;
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
    records = TaskRecords.open(context, split);
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    RecordSplitReader reader = records.reader();
    return records.stepped(framed ? reader.nextFramed(key, value) : reader.next(key, value));
  }

  @Override
  public float getProgress() {
    return records.reader().progress();
  }

  @Override
  public void close() throws IOException {
    if (records != null) {
      records.close();
    }
  }
}
