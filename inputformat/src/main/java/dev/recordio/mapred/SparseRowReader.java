// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.io.SparseRow;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.task.TaskRows;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/** Reads the rows of one split into keys and values of the caller. */
final class SparseRowReader implements RecordReader<LongWritable, SparseRow> {
  private final TaskRows rows;
  private final long end; // of the split

  SparseRowReader(JobConf job, TextSettings settings, List<InputRange> ranges, Reporter reporter) {
    end = ranges.isEmpty() ? 0 : ranges.get(ranges.size() - 1).end();
    rows = new TaskRows(job, settings, ranges, new ReporterCounters(reporter), new CsrBlock());
  }

  @Override
  public boolean next(LongWritable key, SparseRow value) throws IOException {
    return rows.next(key, value);
  }

  @Override
  public LongWritable createKey() {
    return new LongWritable();
  }

  @Override
  public SparseRow createValue() {
    return new SparseRow();
  }

  /** Returns the position of the next row; the split's end when there is none. */
  @Override
  public long getPos() throws IOException {
    return rows.hasNext() ? rows.nextPosition() : end;
  }

  @Override
  public float getProgress() {
    return rows.progress();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
