// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.io.RowBlockWritable;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads sparse rows of the format that {@code libsvm.format} names, many per value: about as many
 * as fit in {@code recordio.input.buffer-size} bytes of text, or in a saved row block. How rows are
 * cut into values is not specified; no value holds rows of two files. Key and value objects are
 * used again.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class RowBlockInputFormat extends RowInputFormat<RowBlockWritable> {
  @Override
  public RecordReader<LongWritable, RowBlockWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    var value = new RowBlockWritable();
    return new RowRecordReader<>(this, value, value.block()) {
      @Override
      public boolean nextKeyValue() throws IOException {
        if (!rows.nextBlock()) {
          return false;
        }
        key.set(block.positions()[0]);
        return true;
      }
    };
  }
}
