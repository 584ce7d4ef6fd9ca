// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.mapreduce.indexed.IndexedSplitReader;
import java.io.IOException;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads records of one split by number; reuses key and value. */
abstract class IndexedRecordReader<V> extends ReusingRecordReader<V> {
  IndexedSplitReader reader;

  IndexedRecordReader(V value) {
    super(value);
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
    reader = new IndexedSplitReader(split, context);
  }

  @Override
  public final float getProgress() {
    return reader.progress();
  }

  @Override
  public final void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
  }
}
