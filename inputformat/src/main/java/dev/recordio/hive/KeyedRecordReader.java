// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import dev.recordio.fs.input.InputRange;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.RecordReader;

/** Hands out what another reader reads in values that know where their records are. */
final class KeyedRecordReader implements RecordReader<LongWritable, BytesWritable> {
  private final RecordReader<LongWritable, BytesWritable> records;
  private final String file;
  private final boolean payloads;

  /**
   * Creates one.
   *
   * @param ranges what {@code records} reads
   * @param payloads whether it reads payloads
   */
  KeyedRecordReader(
      RecordReader<LongWritable, BytesWritable> records,
      List<InputRange> ranges,
      boolean payloads) {
    this.records = records;
    file = ranges.size() == 1 ? ranges.get(0).path().toString() : null;
    this.payloads = payloads;
  }

  @Override
  public boolean next(LongWritable key, BytesWritable value) throws IOException {
    boolean found = records.next(key, value);
    if (found && value instanceof KeyedRecord record) {
      record.setPlace(file, key.get());
    }
    return found;
  }

  @Override
  public LongWritable createKey() {
    return records.createKey();
  }

  @Override
  public BytesWritable createValue() {
    return new KeyedRecord(payloads);
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
}
