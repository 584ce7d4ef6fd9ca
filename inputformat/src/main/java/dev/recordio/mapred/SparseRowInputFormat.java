// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.io.SparseRow;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.task.TaskRows;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/**
 * Reads sparse rows of the format that {@code libsvm.format} names for {@code
 * org.apache.hadoop.mapred}, as {@link dev.recordio.mapreduce.SparseRowInputFormat} does for the
 * newer API and by the same keys. The key is the position of a row ({@link
 * dev.recordio.mapreduce.RowInputFormat}).
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class SparseRowInputFormat extends RangeInputFormat<LongWritable, SparseRow> {
  private final dev.recordio.mapreduce.SparseRowInputFormat rows;

  /** Creates the format. */
  public SparseRowInputFormat() {
    this(new dev.recordio.mapreduce.SparseRowInputFormat());
  }

  /** Creates the format that reads what {@code rows} reads. */
  SparseRowInputFormat(dev.recordio.mapreduce.SparseRowInputFormat rows) {
    super(rows);
    this.rows = rows;
  }

  /**
   * Sets the input to a list of files, folders and globs with {@code ;} or {@code ,} between them.
   * An entry may end in arguments, {@code a.txt?indexing_mode=1}, which set the keys for the job
   * ({@link RowInputs#parse}).
   */
  public static void setInput(JobConf job, String list) {
    setInputPaths(job, RowInputs.parse(job, list).toArray(new Path[0]));
  }

  @Override
  public RecordReader<LongWritable, SparseRow> getRecordReader(
      InputSplit split, JobConf job, Reporter reporter) {
    return new SparseRowReader(job, rows.settings(job), ranges(split), reporter);
  }

  /** Reads the rows of one split into keys and values of the caller. */
  private static final class SparseRowReader extends PositionedReader<SparseRow> {
    private final TaskRows rows;

    SparseRowReader(
        JobConf job, TextSettings settings, List<InputRange> ranges, Reporter reporter) {
      super(ranges.isEmpty() ? 0 : ranges.get(ranges.size() - 1).end());
      var block = new CsrBlock();
      block.keepExactLabels();
      rows = new TaskRows(job, settings, ranges, new ReporterCounters(reporter), block);
    }

    @Override
    boolean read(LongWritable key, SparseRow value) throws IOException {
      return rows.next(key, value);
    }

    @Override
    public SparseRow createValue() {
      return new SparseRow();
    }

    @Override
    long peek() throws IOException {
      return rows.hasNext() ? rows.nextPosition() : -1;
    }

    @Override
    float consumed() {
      return rows.progress();
    }

    @Override
    void release() throws IOException {
      rows.close();
    }
  }
}
