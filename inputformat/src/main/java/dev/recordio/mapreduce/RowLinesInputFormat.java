// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.fs.SplitPlanner;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads sparse rows of text, many a value, for those who copy their lines. A compressed file is one
 * split, whatever its codec: so an offset counts plain bytes from the file's begin, and can be
 * found again. Key and value objects are used again.
 */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public class RowLinesInputFormat extends RowInputFormat<RowLines> {
  @Override
  protected boolean isSplitable(JobContext context, Path file) {
    return SplitPlanner.uncompressed(context.getConfiguration()).test(file);
  }

  @Override
  public RecordReader<LongWritable, RowLines> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    var value = new RowLines();
    return new RowRecordReader<>(this, value, value.block()) {
      @Override
      public boolean nextKeyValue() throws IOException {
        if (!rows.nextBlock()) {
          return false;
        }
        key.set(block.positions()[0]);
        value.measure(rows);
        return true;
      }
    };
  }
}
