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
import org.apache.hadoop.fs.Path;

/** Counts the rows of text splits, and records where their lines are. */
final class RowCensusTask extends CensusTask {
  private final RowLinesInputFormat format = new RowLinesInputFormat();
  private TaskContext task;
  private CensusNote.Kind notes;
  private boolean strict;

  @Override
  void begin(TaskContext of) {
    task = of;
    notes = CensusNote.Kind.of(of.conf());
    strict = TextSettings.of(of.conf()).mode() == ParseMode.STRICT;
  }

  @Override
  void count(NumberedSplit split, CensusFile.Writer out, float done, float part)
      throws IOException, InterruptedException {
    out.begin(true, false);
    try (var lines = format.createRecordReader(split, task.attempt())) {
      lines.initialize(split, task.attempt());
      while (lines.nextKeyValue()) {
        count(lines.getCurrentValue(), split, out);
        task.progress(done + part * lines.getProgress());
      }
    }
  }

  private void count(RowLines lines, NumberedSplit split, CensusFile.Writer out)
      throws IOException {
    CsrBlock rows = lines.block();
    out.setDoubts(RowFault.of(lines.doubts()));
    if (notes == CensusNote.Kind.QID && strict && !rows.hasQid()) {
      throw noQid(split.getPath(), rows.positions()[0]);
    }
    for (int row = 0; row < rows.rows(); row++) {
      long value =
          switch (notes) {
            case LABEL -> CensusNote.bits(rows.labels()[row]);
            case QID -> rows.qids()[row];
            default -> 0;
          };
      out.add(rows.positions()[row], lines.length(row) + 1, value, 0);
    }
  }

  private static MalformedRecordException noQid(Path file, long offset) {
    return new MalformedRecordException(
        "a row without a query id",
        file.toString(),
        offset,
        -1,
        "qid:N after the label, since rows are grouped by it",
        "none");
  }
}
