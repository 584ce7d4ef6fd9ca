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
import org.apache.hadoop.mapred.Reporter;

/** Reads the rows of one split into keys and values of the caller. */
final class SparseRowReader extends PositionedReader<SparseRow> {
  private final TaskRows rows;

  SparseRowReader(JobConf job, TextSettings settings, List<InputRange> ranges, Reporter reporter) {
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
