// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.task.SplitRanges;
import dev.recordio.task.TaskCounters;
import dev.recordio.task.TaskRows;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads the rows of one split; reuses key and value. */
abstract class RowRecordReader<V> extends ReusingRecordReader<V> {
  final CsrBlock block;
  TaskRows rows;

  private final RowInputFormat<V> format;

  RowRecordReader(RowInputFormat<V> format, V value, CsrBlock block) {
    super(value);
    this.format = format;
    this.block = block;
  }

  @Override
  public final void initialize(InputSplit split, TaskAttemptContext context) {
    Configuration conf = context.getConfiguration();
    rows =
        new TaskRows(
            conf, format.settings(conf), SplitRanges.of(split), TaskCounters.of(context), block);
  }

  @Override
  public final float getProgress() {
    return rows.progress();
  }

  @Override
  public final void close() throws IOException {
    if (rows != null) {
      rows.close();
    }
  }
}
