// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.task.TaskRows;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads sparse rows of text, many per value, for jobs that copy their lines. A compressed file is
 * one split, whatever its codec: so an offset counts uncompressed bytes from the file's start, and
 * can be found again. Key and value objects are used again.
 */
public class RowLinesInputFormat extends RowInputFormat<RowLinesInputFormat.RowLines> {
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
        boolean more = rows.nextBlock();
        value.header = rows.header();
        if (!more) {
          return false;
        }
        key.set(block.positions()[0]);
        value.measure(rows);
        return true;
      }
    };
  }

  /** Many sparse rows of text, and where their lines are. */
  public static final class RowLines {
    private final CsrBlock block = new CsrBlock();
    private int[] lengths = {};
    private byte[] header;
    private List<MalformedRecordException> doubts = List.of();

    RowLines() {}

    /** Returns the rows, always in the same object; their positions are offsets of their lines. */
    public CsrBlock block() {
      return block;
    }

    /** Returns the bytes of the line of row {@code row}, without its end. */
    public int length(int row) {
      return lengths[row];
    }

    /** Returns the first text of each kind of the split that may mean something else. */
    public List<MalformedRecordException> doubts() {
      return doubts;
    }

    /** Returns the header of the file, if the split has had it so far; else null. */
    public byte[] header() {
      return header;
    }

    /** Takes the lengths of the lines of the block's rows. */
    void measure(TaskRows reader) {
      doubts = reader.takeDoubts();
      if (lengths.length < block.rows()) {
        lengths = new int[block.rows() + (block.rows() >> 1)];
      }
      for (int row = 0; row < block.rows(); row++) {
        lengths[row] = reader.lineLength(row);
      }
    }
  }
}
