// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred.store;

import dev.recordio.mapred.ReporterCounters;
import dev.recordio.store.StoreRecord;
import dev.recordio.store.split.StoreSplitReader;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/** Reads the records of one split. The values are views of what the next call reads again. */
final class StoreRecordReader implements RecordReader<LongWritable, StoreRecord> {
  private final StoreSplitReader reader;
  private final StoreSplit split;

  StoreRecordReader(StoreSplit split, JobConf job, Reporter reporter, List<String> fields)
      throws IOException {
    this.split = split;
    reader =
        new StoreSplitReader(
            job, split.getPath(), fields, split.split(), new ReporterCounters(reporter));
  }

  @Override
  public boolean next(LongWritable key, StoreRecord value) throws IOException {
    boolean more = reader.next();
    if (more) {
      key.set(reader.record().id());
      value.viewOf(reader.record());
    }
    return more;
  }

  @Override
  public LongWritable createKey() {
    return new LongWritable();
  }

  @Override
  public StoreRecord createValue() {
    return new StoreRecord(reader.record().schema());
  }

  /** Returns the bytes before the next record, about. */
  @Override
  public long getPos() {
    return split.getStart() + (long) (split.getLength() * (double) reader.progress());
  }

  @Override
  public float getProgress() {
    return reader.progress();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
