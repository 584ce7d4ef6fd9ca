// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.rows.RowFault;
import dev.recordio.mapreduce.RowLinesInputFormat;
import dev.recordio.mapreduce.RowLinesInputFormat.RowLines;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import java.io.IOException;

/** Counts the rows of text splits, and records where their lines are. */
final class RowCensusTask extends CensusTask {
  private final RowLinesInputFormat format = new RowLinesInputFormat();
  private TaskContext task;
  private CensusNote note;
  private boolean strict;

  @Override
  void begin(TaskContext of) {
    task = of;
    note = CensusNote.of(of.conf());
    strict = TextSettings.of(of.conf()).mode() == ParseMode.STRICT;
  }

  @Override
  CensusFile.Total count(NumberedSplit split, CensusFile.Writer out)
      throws IOException, InterruptedException {
    CensusFile.Total total = out.begin(true, false);
    try (var lines = format.createRecordReader(split, task.attempt())) {
      lines.initialize(split, task.attempt());
      while (lines.nextKeyValue()) {
        count(lines.getCurrentValue(), split, out);
        total.doubts = RowFault.of(lines.getCurrentValue().doubts());
        task.progress(lines.getProgress());
      }
    }
    return total;
  }

  private void count(RowLines lines, NumberedSplit split, CensusFile.Writer out)
      throws IOException {
    CsrBlock rows = lines.block();
    if (note == CensusNote.QID && strict && !rows.hasQid()) {
      throw new MalformedRecordException(
          "a row without a query id",
          split.getPath().toString(),
          rows.positions()[0],
          -1,
          "qid:N after the label, since rows are grouped by it",
          "none");
    }
    for (int row = 0; row < rows.rows(); row++) {
      long value =
          switch (note) {
            case LABEL -> ClassLabel.bits(rows.labels()[row]);
            case QID -> rows.qids()[row];
            default -> 0;
          };
      out.add(rows.positions()[row], lines.length(row) + 1, value, 0);
    }
  }
}
