// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

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
  private WantedValues wanted; // null: all rows are
  private boolean strict;

  @Override
  void begin(TaskContext of) throws IOException {
    task = of;
    wanted = WantedValues.ofTask(of.conf());
    note = CensusNote.of(of.conf());
    strict = TextSettings.of(of.conf()).mode() == ParseMode.STRICT;
  }

  @Override
  CensusFile.Total count(NumberedSplit split, CensusFile.Writer out)
      throws IOException, InterruptedException {
    CensusFile.Total total = out.begin(note != CensusNote.COUNT, false);
    total.queries = new QueryRuns.OfSplit();
    try (var lines = format.createRecordReader(split, task.attempt())) {
      lines.initialize(split, task.attempt());
      while (lines.nextKeyValue()) {
        count(lines.getCurrentValue(), split, out, total.queries);
        total.doubts = RowFault.of(lines.getCurrentValue().doubts());
        task.progress(lines.getProgress());
      }
      total.header = lines.getCurrentValue().header();
    }
    return total;
  }

  private void count(
      RowLines lines, NumberedSplit split, CensusFile.Writer out, QueryRuns.OfSplit queries)
      throws IOException {
    CsrBlock rows = lines.block();
    if (note == CensusNote.QID && strict && !rows.hasQid()) {
      throw RowFault.withoutQid(split.getPath().toString(), rows.positions()[0]);
    }
    for (int row = 0; row < rows.rows(); row++) {
      long value =
          switch (note) {
            case LABEL -> ClassLabel.bits(rows.labels()[row]);
            case QID, QUERY -> rows.hasQid() ? rows.qids()[row] : 0;
            default -> 0;
          };
      queries.add(rows.hasQid(), rows.hasQid() ? rows.qids()[row] : 0);
      if (wanted == null || wanted.contains(value)) {
        out.add(rows.positions()[row], lines.length(row) + 1, value, 0);
      }
    }
  }
}
