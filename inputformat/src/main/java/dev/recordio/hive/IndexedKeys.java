// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import dev.recordio.fs.index.IndexedRange;
import dev.recordio.fs.input.InputRange;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.RecordReader;

/**
 * The keys of the records that begin in a range of a file, by its binary index; values stay empty.
 */
final class IndexedKeys implements RecordReader<LongWritable, BytesWritable> {
  private final IndexedRange entries;

  private IndexedKeys(IndexedRange entries) {
    this.entries = entries;
  }

  /** Opens the keys of a split; null when it is not one range, or no binary index fits. */
  static IndexedKeys open(Configuration conf, List<InputRange> ranges) throws IOException {
    IndexedRange entries = ranges.size() == 1 ? IndexedRange.open(conf, ranges.get(0)) : null;
    return entries == null ? null : new IndexedKeys(entries);
  }

  @Override
  public synchronized boolean next(LongWritable key, BytesWritable value) throws IOException {
    if (!entries.next()) {
      return false;
    }
    key.set(entries.offset());
    value.setSize(0);
    return true;
  }

  @Override
  public LongWritable createKey() {
    return new LongWritable();
  }

  @Override
  public BytesWritable createValue() {
    return new BytesWritable();
  }

  /**
   * Returns the offset in its file of the next record; the range's end when there is none. Tez asks
   * in another thread than the one that reads.
   */
  @Override
  public synchronized long getPos() throws IOException {
    return entries.nextOffset();
  }

  @Override
  public float getProgress() {
    return entries.progress();
  }

  @Override
  public void close() throws IOException {
    entries.close();
  }
}
