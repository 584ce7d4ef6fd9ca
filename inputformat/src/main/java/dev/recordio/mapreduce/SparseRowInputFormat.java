// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.io.SparseRow;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads sparse rows of the format that {@code libsvm.format} names, one per value. Key and value
 * objects are used again for the next row: copy what you keep, with {@link SparseRow#copy}.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class SparseRowInputFormat extends RowInputFormat<SparseRow> {
  @Override
  public RecordReader<LongWritable, SparseRow> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    var block = new CsrBlock();
    block.keepExactLabels();
    return new RowRecordReader<>(this, new SparseRow(), block) {
      @Override
      public boolean nextKeyValue() throws IOException {
        return rows.next(key, value);
      }
    };
  }
}
